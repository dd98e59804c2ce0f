import { describe, expect, it } from 'vitest';
import { parseChoice } from './parse-choice.js';
import { parseFlag } from './parse-flag.js';

const quality = (query: string): string => parseChoice(query, 'quality', ['0', '1', '2']);

describe('flags and choices', () => {
  it.each([
    ['', 1, '0'],
    ['face_det=0&quality=1', 0, '1'],
    ['?face_det=1&quality=0', 1, '0'],
    ['face_det=%30&quality=%31', 0, '1'],
    ['face_det=0&face_det=0&quality=2&quality=2', 0, '2'],
    ['FACE_DET=0&Quality=1', 1, '0'],
    ['bboxes=1,2,3,4&5,6,7,8&face_det=0', 0, '0'],
    ['other=%&%=1', 1, '0'],
  ] as const)('of %j are read', (query, faceDet, level) => {
    expect(parseFlag(query, 'face_det')).toBe(faceDet);
    expect(quality(query)).toBe(level);
  });

  it.each([
    ['quality=3', 'quality must be 0, 1 or 2, not "3".'],
    ['quality=', 'quality must be 0, 1 or 2, not "".'],
    ['quality', 'quality must be 0, 1 or 2, not "".'],
    ['quality=true', 'quality must be 0, 1 or 2, not "true".'],
    ['quality=01', 'quality must be 0, 1 or 2, not "01".'],
    ['quality=1%00', 'quality must be 0, 1 or 2, not "1".'],
    ['quality=%', 'quality must be 0, 1 or 2, not a value with broken percent-encoding.'],
    ['quality=1&quality=x', 'quality must be 0, 1 or 2, not "x".'],
    ['quality=1&quality=0', 'quality is given both as 0 and as 1; give it once.'],
    ['quality=2&quality=2&quality=1', 'quality is given both as 1 and as 2; give it once.'],
  ])('of %j are refused', (query, message) => {
    expect(() => quality(query)).toThrow(
      expect.objectContaining({ code: 'bad-parameter', message, details: { parameter: 'quality' } }),
    );
  });

  it('name the two values of a flag', () => {
    expect(() => parseFlag('face_det=2', 'face_det')).toThrow('face_det must be 0 or 1, not "2".');
  });
});
