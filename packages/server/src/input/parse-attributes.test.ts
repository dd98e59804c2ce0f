import { describe, expect, it } from 'vitest';
import { parseAttributes } from './parse-attributes.js';

const KNOWN = ['pose', 'quality', 'vector'] as const;
const parsed = (query: string): string[] => [...parseAttributes(query, KNOWN)];

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
  ])('refuse %j and list what is known', (query, why) => {
    expect(() => parsed(query)).toThrow(why);
    expect(() => parsed(query)).toThrow('name one or more of pose, quality, vector, joined by commas.');
  });
});
