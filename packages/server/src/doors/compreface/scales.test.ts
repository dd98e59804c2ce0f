import { MATCH_THRESHOLD } from '@facet/engine';
import { describe, expect, it } from 'vitest';
import { faceNumberOf, imageIdOf } from './image-ids.js';
import { faceProbability, similarityOf } from './scales.js';
import { isSubject, displayNameOf, personIdOf, subjectOf } from './subjects.js';

const STEPS = Array.from({ length: 901 }, (_, n) => n / 1000);

describe('the similarity', () => {
  it.each([MATCH_THRESHOLD, 0.467, 0.3])('never rises with the distance, and is 0.5 at %d', (threshold) => {
    const all = STEPS.map((distance) => similarityOf(distance, threshold));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(similarityOf(threshold, threshold)).toBe(0.5);
    expect(similarityOf(threshold - 0.001, threshold)).toBeGreaterThan(0.5);
    expect(similarityOf(threshold + 0.001, threshold)).toBeLessThan(0.5);
    expect(Math.max(...all)).toBeLessThanOrEqual(1);
    expect(Math.min(...all)).toBeGreaterThan(0);
  });
});

describe('the probability of a face', () => {
  it('rises with the confidence, and is 0.8 for what is just a face', () => {
    const all = Array.from({ length: 1001 }, (_, n) => faceProbability(n / 1000));
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(new Set(all).size).toBe(all.length);
    expect([0, 0.5, 1].map(faceProbability)).toEqual([0, 0.8, 1]);
  });
});

describe('a subject', () => {
  it.each([
    'ada',
    'Ada Lovelace',
    'Müller',
    'a/b',
    '..',
    '.',
    'x'.repeat(100),
    'x'.repeat(65),
    '日本',
    '100%',
  ])('%s is found again by the id of its person', (subject) => {
    expect(isSubject(subject)).toBe(true);
    const person = personIdOf(subject);
    expect(person).toMatch(/^(?!\.{1,2}$)[\w.-]{1,64}$/);
    expect(subjectOf({ person, displayName: displayNameOf(subject) })).toBe(subject);
  });

  it.each(['', ' ', '\t\n', 'x'.repeat(101), 'a\0b', '\ud800'])('is not %j', (text) => {
    expect(isSubject(text)).toBe(false);
  });

  it('of a person who was enrolled otherwise is the id, which finds the person', () => {
    for (const person of ['ada', personIdOf('Ada Lovelace')]) {
      const subject = subjectOf({ person, displayName: 'Somebody Else' });
      expect(personIdOf(subject)).toBe(person);
    }
  });
});

describe('the id of an example', () => {
  it.each([1, 17, 2 ** 48 - 1, 2 ** 48, 999_999_999_999_999])('leads back to face %d', (face) => {
    const id = imageIdOf('account', { number: 3 }, face);
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(faceNumberOf('account', { number: 3 }, id.toUpperCase())).toBe(face);
    expect(() => faceNumberOf('account', { number: 4 }, id)).toThrow('no such face');
    expect(() => faceNumberOf('other', { number: 3 }, id)).toThrow('no such face');
  });
});
