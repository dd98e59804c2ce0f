import { describe, expect, it } from 'vitest';
import { InputError } from './errors.js';
import type { GivenBox } from './face-options.js';
import { pairQuery, redactQuery, vectorQuery } from './queries.js';

describe('a box', () => {
  it('travels as four numbers, whether it is a list or has named sides', () => {
    const named = { x1: 1, y1: 2.5, x2: 30, y2: 40.12345 };
    expect(vectorQuery({ box: [1, 2.5, 30, 40.12345] })).toEqual({ bboxes: '1,2.500,30,40.123' });
    expect(vectorQuery({ box: named })).toEqual({ bboxes: '1,2.500,30,40.123' });
    expect(redactQuery({ boxes: [named, [5, 6, 7, 8]] }).bboxes).toBe('1,2.500,30,40.123&5,6,7,8');
    expect(pairQuery({ boxes: [null, named] })).toEqual({ bboxes_2: '1,2.500,30,40.123' });
  });

  it.each([[[1, 2, 3]], [{ x1: 1, y1: 2, x2: 3 }], [[1, 2, 3, NaN]], ['1,2,3,4'], [7], [{}]])(
    'is turned down as %j',
    (wrong) => {
      expect(() => vectorQuery({ box: wrong as unknown as GivenBox })).toThrow(InputError);
    },
  );
});
