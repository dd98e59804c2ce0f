import { describe, expect, it } from 'vitest';
import { readResponseHeaders } from './response-headers.js';

const read = (headers: Record<string, string>): ReturnType<typeof readResponseHeaders> =>
  readResponseHeaders(new Headers(headers));

describe('readResponseHeaders', () => {
  it('is empty if there are no such headers', () => {
    expect(read({})).toEqual({});
    expect(read({ 'retry-after': 'soon', 'x-quota-limit': '5', 'ratelimit-limit': 'x' })).toEqual({});
  });

  it('reads Retry-After as seconds or as a date', () => {
    expect(read({ 'retry-after': '7' })).toEqual({ retryAfter: 7 });
    expect(read({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })).toEqual({ retryAfter: 0 });
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const { retryAfter } = read({ 'retry-after': inAnHour });
    expect(retryAfter).toBeGreaterThan(3000);
    expect(retryAfter).toBeLessThanOrEqual(3600);
  });
});
