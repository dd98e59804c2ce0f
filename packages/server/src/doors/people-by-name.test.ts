import { describe, expect, it } from 'vitest';
import { displayNameOf, isName, nameOf, personIdOf } from './people-by-name.js';

describe('a name', () => {
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
    expect(isName(subject)).toBe(true);
    const person = personIdOf(subject);
    expect(person).toMatch(/^(?!\.{1,2}$)[\w.-]{1,64}$/);
    expect(nameOf({ person, displayName: displayNameOf(subject) })).toBe(subject);
  });

  it.each(['', ' ', '\t\n', 'x'.repeat(101), 'a\0b', '\ud800'])('is not %j', (text) => {
    expect(isName(text)).toBe(false);
  });

  it('of a person who was enrolled otherwise is the id, which finds the person', () => {
    for (const person of ['ada', personIdOf('Ada Lovelace')]) {
      const subject = nameOf({ person, displayName: 'Somebody Else' });
      expect(personIdOf(subject)).toBe(person);
    }
  });
});
