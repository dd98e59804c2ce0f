import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { choice, flag, integer, names, readQuery, valuesOf } from './query.js';

const SHAPE = {
  quality: choice(['0', '1', '2'], ''),
  face_det: flag(true, ''),
  max_faces: integer({ from: 1, to: 64 }, ''),
  return_attributes: names(['pose', 'quality', 'vector'], ''),
};
const values = valuesOf(SHAPE);
const read = (query: string): ReturnType<typeof values> => values(readQuery(query));
const quality = (query: string): string => read(query).quality;

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
    expect(read(query).face_det).toBe(faceDet === 1);
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
  ])('of %j are rejected', (query, message) => {
    expect(() => quality(query)).toThrow(
      expect.objectContaining({ code: 'bad-parameter', message, details: { parameter: 'quality' } }),
    );
  });

  it('name the two values of a flag', () => {
    expect(() => read('face_det=2')).toThrow('face_det must be 0 or 1, not "2".');
  });
});

const parse = (query: string): number | undefined => read(query).max_faces;

function rejection(query: string): string {
  try {
    parse(query);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'bad-parameter') return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('integers', () => {
  it.each([
    ['', undefined],
    ['other=3', undefined],
    ['max_faces=1', 1],
    ['a=b&max_faces=64', 64],
    ['max_faces=007', 7],
    ['max_faces=5&max_faces=5', 5],
    ['max%5Ffaces=%35', 5],
  ])('reads %j as %s', (query, expected) => {
    expect(parse(query)).toBe(expected);
  });

  it.each([
    ['max_faces=', '""'],
    ['max_faces', '""'],
    ['max_faces=0', 'not 0'],
    ['max_faces=65', 'not 65'],
    ['max_faces=-1', '"-1"'],
    ['max_faces=1.5', '"1.5"'],
    ['max_faces=1e1', '"1e1"'],
    ['max_faces=many', '"many"'],
    ['max_faces=%zz', 'broken percent-encoding'],
    [`max_faces=${'0'.repeat(100)}1`, '"000'],
  ])('rejects %j and quotes it', (query, quoted) => {
    const message = rejection(query);
    expect(message).toMatch(/^max_faces must be a whole number from 1 to 64, not /);
    expect(message).toContain(quoted);
  });

  it('rejects two values that differ', () => {
    expect(rejection('max_faces=1&max_faces=2')).toBe(
      'max_faces is given with different values; give it once.',
    );
  });
});

const parsed = (query: string): string[] => [...read(query).return_attributes];

describe('return_attributes', () => {
  it.each([
    ['', []],
    ['face_det=1', []],
    ['return_attributes=pose', ['pose']],
    ['return_attributes=vector,pose', ['vector', 'pose']],
    ['return_attributes=vector%2C%20pose,', ['vector', 'pose']],
    ['return_attributes=pose&bboxes=1,2,3,4&return_attributes=pose,quality', ['pose', 'quality']],
  ])('of %j are %j', (query, names) => {
    expect(parsed(query)).toEqual(names);
  });

  it.each([
    ['return_attributes=', 'is empty'],
    ['return_attributes=,%20,', 'is empty'],
    ['return_attributes=%', 'is not percent-encoded correctly'],
    ['return_attributes=Pose', 'does not know "Pose"'],
    ['return_attributes=pose,constructor', 'does not know "constructor"'],
    [`return_attributes=${'x'.repeat(5000)}`, 'does not know "xxx'],
  ])('reject %j and list what is known', (query, why) => {
    expect(() => parsed(query)).toThrow(why);
    expect(() => parsed(query)).toThrow('name one or more of pose, quality, vector, joined by commas.');
  });
});
