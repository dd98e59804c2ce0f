import { describe, expect, it } from 'vitest';
import { parseFlag } from './parse-flag.js';

describe('parseFlag', () => {
  it.each([
    ['', 1, 0],
    ['face_det=0&quality=1', 0, 1],
    ['?face_det=1&quality=0', 1, 0],
    ['face_det=%30&quality=%31', 0, 1],
    ['face_det=0&face_det=0&quality=1&quality=1', 0, 1],
    ['FACE_DET=0&Quality=1', 1, 0],
    ['bboxes=1,2,3,4&5,6,7,8&face_det=0', 0, 0],
    ['other=%&%=1', 1, 0],
  ] as const)('reads %j', (query, faceDet, quality) => {
    expect(parseFlag(query, 'face_det')).toBe(faceDet);
    expect(parseFlag(query, 'quality')).toBe(quality);
  });

  it.each([
    ['quality=2', 'quality must be 0 or 1, not "2".'],
    ['quality=', 'quality must be 0 or 1, not "".'],
    ['quality', 'quality must be 0 or 1, not "".'],
    ['quality=true', 'quality must be 0 or 1, not "true".'],
    ['quality=01', 'quality must be 0 or 1, not "01".'],
    ['quality=1%00', 'quality must be 0 or 1, not "1".'],
    ['quality=%', 'quality must be 0 or 1, not a value with broken percent-encoding.'],
    ['quality=1&quality=x', 'quality must be 0 or 1, not "x".'],
    ['quality=1&quality=0', 'quality is given both as 0 and as 1; give it once.'],
  ])('refuses %j', (query, message) => {
    expect(() => parseFlag(query, 'quality')).toThrow(
      expect.objectContaining({ code: 'bad-parameter', message, details: { parameter: 'quality' } }),
    );
  });
});
