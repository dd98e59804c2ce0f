import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { parseWholeNumber } from './parse-whole-number.js';

const parse = (query: string): number | undefined =>
  parseWholeNumber(query, 'max_faces', { from: 1, to: 64 });

function refusal(query: string): string {
  try {
    parse(query);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'bad-parameter') return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('parseWholeNumber', () => {
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
  ])('refuses %j and quotes it', (query, quoted) => {
    const message = refusal(query);
    expect(message).toMatch(/^max_faces must be a whole number from 1 to 64, not /);
    expect(message).toContain(quoted);
  });

  it('refuses two values that differ', () => {
    expect(refusal('max_faces=1&max_faces=2')).toBe(
      'max_faces is given with different values; give it once.',
    );
  });
});
