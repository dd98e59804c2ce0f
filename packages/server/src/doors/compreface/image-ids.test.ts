import { describe, expect, it } from 'vitest';
import { faceNumberOf, imageIdOf } from './image-ids.js';

describe('the id of an example', () => {
  it.each([1, 17, 2 ** 48 - 1, 2 ** 48, 999_999_999_999_999])('leads back to face %d', (face) => {
    const id = imageIdOf('account', { number: 3 }, face);
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(faceNumberOf('account', { number: 3 }, id.toUpperCase())).toBe(face);
    expect(() => faceNumberOf('account', { number: 4 }, id)).toThrow('no such face');
    expect(() => faceNumberOf('other', { number: 3 }, id)).toThrow('no such face');
  });
});
