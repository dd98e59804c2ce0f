import { describe, expect, it } from 'vitest';
import { initials } from './avatar.js';
import { idFrom, idProblem } from './ids.js';
import { changesOf, NO_DETAILS } from './person-details.js';
import { endOfDay, lastDayOf, lastDayProblem, matchText } from './words.js';

describe('an avatar', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['Grace Brewster Murray Hopper', 'GH'],
    ['zoë', 'Z'],
    ['zoe-de-vries', 'ZV'],
    ['王小明', '王'],
    ['👩‍🚀 Sally', '👩‍🚀S'],
    ['...', ''],
  ])('of %s has the initials %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe('an id', () => {
  it.each([
    ['Zoë de Vries', 'zoe-de-vries'],
    ['  Ada  Lovelace ', 'ada-lovelace'],
    ['Sofia K.', 'sofia-k'],
    ['王小明', ''],
    ['..', ''],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ])('of the name %j is %j', (name, id) => {
    expect(idFrom(name)).toBe(id);
    expect(idProblem(id) === undefined).toBe(id !== '');
  });

  it.each(['', '.', '..', 'a b', 'ä', 'a/b', 'a'.repeat(65)])('cannot be %j', (id) => {
    expect(idProblem(id)).toBeDefined();
  });
});

describe('the last day of a person', () => {
  it('ends at midnight of the user, and is the same day when read back', () => {
    const end = endOfDay('2030-01-31');
    expect(end).toEqual(new Date(2030, 1, 1));
    expect(lastDayOf(end)).toBe('2030-01-31');
    expect(endOfDay('')).toBeNull();
    expect(lastDayOf(null)).toBe('');
  });

  it('may be today, but not earlier', () => {
    const noon = new Date(2030, 0, 31, 12).getTime();
    expect(lastDayProblem('2030-01-31', noon)).toBeUndefined();
    expect(lastDayProblem('2030-01-30', noon)).toBeDefined();
    expect(lastDayProblem('', noon)).toBeUndefined();
  });
});

describe('what is said about a person', () => {
  it('is sent where it has changed, and removed where the field is empty', () => {
    const before = { ...NO_DETAILS, name: 'Ada', consent: 'form 117' };
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf(before, { name: ' Ada L. ', consent: ' ', lastDay: '2030-01-31' })).toEqual({
      displayName: 'Ada L.',
      consent: null,
      expiresAt: new Date(2030, 1, 1),
    });
  });
});

describe('a match', () => {
  it.each([
    [0.0001, '1 in 10,000 would'],
    [1e-10, 'fewer than 1 in 1,000,000 would'],
  ])('with a false match rate of %d says %s', (falseMatchRate, words) => {
    const match = { person: 'ada', displayName: null, collection: 'office', distance: 0.3, falseMatchRate };
    expect(matchText(match)).toContain(`Distance 0.300. Of people who are not in this collection, ${words}`);
  });
});
