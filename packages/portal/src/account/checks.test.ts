import { describe, expect, it } from 'vitest';
import { emailProblem, keyNameProblem, MAX_PASSWORD, MIN_PASSWORD, newPasswordProblem } from './checks.js';

describe('form checks', () => {
  it.each(['a@b', 'name@example.com', 'first.last+tag@sub.example.org'])('takes the address %s', (email) => {
    expect(emailProblem(email)).toBeUndefined();
  });

  it.each(['', 'name', '@example.com', 'name@', 'two words@example.com', `${'a'.repeat(250)}@b.cd`])(
    'finds the problem in the address "%s"',
    (email) => {
      expect(emailProblem(email)).toMatch(/email address/);
    },
  );

  it('bounds new passwords on both sides', () => {
    expect(newPasswordProblem('x'.repeat(MIN_PASSWORD - 1))).toMatch(/at least 10/);
    expect(newPasswordProblem('x'.repeat(MIN_PASSWORD))).toBeUndefined();
    expect(newPasswordProblem('x'.repeat(MAX_PASSWORD))).toBeUndefined();
    expect(newPasswordProblem('x'.repeat(MAX_PASSWORD + 1))).toMatch(/at most 128/);
  });

  it('requires a name for an API key that is not empty, too long or taken', () => {
    expect(keyNameProblem('laptop', ['default'])).toBeUndefined();
    expect(keyNameProblem('', [])).toMatch(/Enter a name/);
    expect(keyNameProblem('x'.repeat(41), [])).toMatch(/at most 40/);
    expect(keyNameProblem('default', ['default'])).toMatch(/already/);
  });
});
