import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { MAX_BOXES, type Box } from '@facet/engine';
import { ServiceError } from '../errors.js';
import { readQuery, valuesOf } from '../http/query.js';
import { severalBoxes, singleBox } from './face-selection.js';

const several = valuesOf({ bboxes: severalBoxes, bboxes_1: severalBoxes, bboxes_2: severalBoxes });
const parseBoxes = (query: string, name: 'bboxes' | 'bboxes_1' | 'bboxes_2'): Box[] =>
  several(readQuery(query))[name];
const single = valuesOf({ bboxes_1: singleBox('img_1') });
const parseSingleBox = (query: string): Box | null => single(readQuery(query)).bboxes_1 ?? null;

const A = { x1: 1, y1: 2, x2: 3, y2: 4 };
const B = { x1: 5, y1: 6, x2: 7, y2: 8 };
const C = { x1: 9, y1: 10, x2: 11, y2: 12 };

function boxRejection(query: string): ServiceError {
  try {
    parseBoxes(query, 'bboxes');
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('parseBoxes', () => {
  it.each<[string, Box[]]>([
    ['', []],
    ['?', []],
    ['quality=1', []],
    ['bboxes=1,2,3,4', [A]],
    ['?bboxes=1,2,3,4', [A]],
    ['bboxes=1,2,3,4&5,6,7,8', [A, B]],
    ['bboxes=1,2,3,4&5,6,7,8&9,10,11,12', [A, B, C]],
    ['bboxes=1,2,3,4%265,6,7,8', [A, B]],
    ['bboxes=1,2,3,4&bboxes=5,6,7,8', [A, B]],
    ['bboxes=1,2,3,4&5,6,7,8&bboxes=9,10,11,12', [A, B, C]],
    ['bboxes=1,2,3,4%265,6,7,8&9,10,11,12', [A, B, C]],
    ['bboxes=1,2,3,4&face_det=1&bboxes=5,6,7,8', [A, B]],
    ['face_det=0&bboxes=1,2,3,4&5,6,7,8&quality=1', [A, B]],
    ['bboxes=1%2C2%2C3%2C4&5%2C6%2C7%2C8', [A, B]],
    // A proxy that parses and rewrites the query turns a split box into a name without a value.
    ['bboxes=1%2C2%2C3%2C4&5%2C6%2C7%2C8=', [A, B]],
    ['bboxes=1,2,3,4&', [A]],
    ['bboxes=1,2,3,4%26', [A]],
    ['bboxes=1,+2,+3,+4&+5,+6,+7,+8', [A, B]],
    ['bboxes=%201%20,%092,3%0A,4', [A]],
    ['bboxes=%2B1,2,3,4', [A]],
    ['bboxes=1.0,2.,3e0,.4e1', [A]],
    ['bboxes=-10.5,-20,30.25,40', [{ x1: -10.5, y1: -20, x2: 30.25, y2: 40 }]],
    ['bboxes=-0,-0,3,4', [{ x1: 0, y1: 0, x2: 3, y2: 4 }]],
    ['%62boxes=1,2,3,4', [A]],
    ['bboxes=1,2,3,4&flag', [A]],
    ['bboxes=1,2,3,4&%E0%A4%A', [A]],
    ['bboxes=1,2,3,4&other=%E0%A4%A', [A]],
    ['bboxes=1,2,3,4&utm=1&5,6,7,8', [A]],
    ['Bboxes=1,2,3,4', []],
    ['BBOXES=x', []],
    ['bboxes_1=1,2,3,4', []],
    ['xbboxes=1,2,3,4', []],
    ['&&bboxes=1,2,3,4&&5,6,7,8', [A, B]],
  ])('reads %j', (query, boxes) => {
    expect(parseBoxes(query, 'bboxes')).toEqual(boxes);
  });

  it('keeps the parameters of two images apart', () => {
    const query = 'bboxes_1=1,2,3,4&bboxes_2=5,6,7,8';
    expect(parseBoxes(query, 'bboxes_1')).toEqual([A]);
    expect(parseBoxes(query, 'bboxes_2')).toEqual([B]);
    expect(parseBoxes(query, 'bboxes')).toEqual([]);
  });

  it.each([
    ['bboxes=1,2,3', '"1,2,3"'],
    ['bboxes=1,2,3,4,5', '"1,2,3,4,5"'],
    ['bboxes=1,2,3,', '"1,2,3,"'],
    ['bboxes=a,b,c,d', '"a,b,c,d"'],
    ['bboxes=1,2,3,NaN', '"1,2,3,NaN"'],
    ['bboxes=1,2,3,Infinity', '"1,2,3,Infinity"'],
    ['bboxes=1,2,3,1e999', '"1,2,3,1e999"'],
    ['bboxes=0x1,2,3,4', '"0x1,2,3,4"'],
    ['bboxes=1,2,3,4 5', '"1,2,3,4 5"'],
    ['bboxes=1;2;3;4', '"1;2;3;4"'],
    ['bboxes=[1,2,3,4]', '"[1,2,3,4]"'],
    ['bboxes=3,2,1,4', '"3,2,1,4"'],
    ['bboxes=1,4,3,2', '"1,4,3,2"'],
    ['bboxes=1,2,1,4', '"1,2,1,4"'],
    ['bboxes=1,2,3,2', '"1,2,3,2"'],
    ['bboxes=1,2,3,4&5,6,7', '"5,6,7"'],
    ['bboxes=1,2,3,4&a,6,7,8', '"a,6,7,8"'],
    ['bboxes=1,2,3,4%26x', '"x"'],
    ['bboxes=1,2,3,4%2526', '"1,2,3,4%26"'],
    ['bboxes=%E2%80%8B1,%00%1B[31m2', '"1, [31m2"'],
    [`bboxes=${'9'.repeat(500)}`, `"${'9'.repeat(48)}…"`],
  ])('quotes the wrong box of %j', (query, quoted) => {
    const error = boxRejection(query);
    expect(error.code).toBe('bad-parameter');
    expect(error.message).toContain(`bboxes holds the box ${quoted}, `);
    expect(error.details).toMatchObject({ parameter: 'bboxes' });
  });

  it.each(['bboxes', 'bboxes=', 'bboxes=%20', 'bboxes=%26', 'bboxes=&quality=1'])(
    'rejects the empty %j',
    (query) => {
      expect(boxRejection(query).message).toBe('bboxes is empty; give a box as x1,y1,x2,y2 or leave it out.');
    },
  );

  it.each(['bboxes=%', 'bboxes=1,2,3,%4', 'bboxes=%E0%A4%A', 'bboxes=%ff'])(
    'rejects the broken percent-encoding of %j',
    (query) => {
      expect(boxRejection(query).message).toBe('bboxes is not percent-encoded correctly.');
    },
  );

  it('limits the number of boxes', () => {
    const query = (count: number): string =>
      `bboxes=${Array.from({ length: count }, () => '1,2,3,4').join('&')}`;
    expect(parseBoxes(query(MAX_BOXES), 'bboxes')).toHaveLength(MAX_BOXES);
    expect(boxRejection(query(MAX_BOXES + 1)).message).toBe(
      'bboxes takes at most 24 boxes, but 25 were given.',
    );
  });

  it('reads any boxes in any spelling', () => {
    const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const size = fc.double({ min: 1, max: 1e6, noNaN: true });
    const box = fc
      .tuple(coordinate, coordinate, size, size)
      .map(([x, y, w, h]): Box => ({ x1: x + 0, y1: y + 0, x2: x + w, y2: y + h }));
    const joint = fc.constantFrom('&', '%26', '&bboxes=', '&other=1&bboxes=', '&&', '+&+', '%20%26');
    const comma = fc.constantFrom(',', '%2C', '+,', ',%20');
    fc.assert(
      fc.property(fc.array(fc.tuple(box, joint, comma), { minLength: 1, maxLength: 20 }), (parts) => {
        const query = parts
          .map(([{ x1, y1, x2, y2 }, join, sign], i) => {
            const text = [x1, y1, x2, y2].map((number) => encodeURIComponent(String(number))).join(sign);
            return (i === 0 ? 'bboxes=' : join) + text;
          })
          .join('');
        expect(parseBoxes(query, 'bboxes')).toEqual(parts.map(([value]) => value));
      }),
    );
  });

  it('never fails in any other way, whatever the query', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('toString', '__proto__', 'bboxes=', '&', ',', '%26', '%', '1', '-', '.', '=', '+', 'e'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          for (const { x1, y1, x2, y2 } of parseBoxes(pieces.join(''), 'bboxes')) {
            expect(x2 > x1 && y2 > y1 && [x1, y1, x2, y2].every(Number.isFinite)).toBe(true);
          }
        } catch (error) {
          expect(error).toMatchObject({ name: 'ServiceError', code: 'bad-parameter' });
          expect(error instanceof Error && error.message).toMatch(/^[\x20-\x7e…]{1,200}$/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parseSingleBox', () => {
  it('returns the box or none', () => {
    expect(parseSingleBox('bboxes_1=1,2,3,4')).toEqual(A);
    expect(parseSingleBox('')).toBeNull();
  });

  it('rejects a second box', () => {
    expect(() => parseSingleBox('bboxes_1=1,2,3,4&5,6,7,8')).toThrow(
      'bboxes_1 takes one box, but 2 were given.',
    );
  });
});
