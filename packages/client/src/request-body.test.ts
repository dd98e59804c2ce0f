import { describe, expect, it } from 'vitest';
import { toBase64 } from './request-body.js';

describe('toBase64', () => {
  it.each([0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000])('is right for %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});
