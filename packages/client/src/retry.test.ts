import { describe, expect, it } from 'vitest';
import { FacetError, NetworkError, TimeoutError } from './errors.js';
import { isSafeToRepeat, waitMs } from './retry.js';

const errorOf = (httpStatus: number, code: string, retryAfter?: number): FacetError =>
  new FacetError('server', 'x', { httpStatus, code, retryAfter });

describe('isSafeToRepeat', () => {
  it('says yes only where the call was certainly not analysed', () => {
    expect(isSafeToRepeat(errorOf(429, '4291'))).toBe(true);
    expect(isSafeToRepeat(errorOf(503, '5003', 1))).toBe(true);
    expect(isSafeToRepeat(new NetworkError('x', true, null))).toBe(true);
  });

  it('says no to everything else', () => {
    const others = [
      errorOf(429, '4292', 1),
      errorOf(503, '5003'),
      errorOf(500, '5000', 1),
      new NetworkError('x', false, null),
      new TimeoutError(1),
      new Error('bug'),
      undefined,
    ];
    expect(others.filter(isSafeToRepeat)).toEqual([]);
  });
});

describe('waitMs', () => {
  const least = (): number => 0;
  const most = (): number => 1;

  it('doubles from failure to failure, up to a bound', () => {
    const error = errorOf(429, '4291');
    expect([1, 2, 3, 4].map((failures) => waitMs(error, failures, most))).toEqual([250, 500, 1000, 2000]);
    expect(waitMs(error, 100, most)).toBe(8000);
  });

  it('is never shorter than the service requires, and random beyond that', () => {
    const error = errorOf(429, '4291', 2);
    expect(waitMs(error, 1, least)).toBe(2125);
    expect(waitMs(error, 1, most)).toBe(2250);
    for (let draw = 0; draw < 100; draw += 1) expect(waitMs(error, 3)).toBeGreaterThanOrEqual(2000);
  });
});
