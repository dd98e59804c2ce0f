import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.js';
import { newPassword } from './login-rules.js';

describe('common passwords', () => {
  it.each([
    '1234567890',
    '12345678910',
    '0987654321',
    'Password123',
    'password2026!',
    'qwertyuiop',
    'Qwertyuiop123',
    'aaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghij',
    'iloveyou123',
    'CorrectHorseBatteryStaple',
    '1q2w3e4r5t',
  ])('are rejected: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
    const { success, error } = newPassword.safeParse(password);
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toMatch(/not one of the most common passwords/);
  });

  it.each([
    'quartz lantern meadow',
    'copper orchard violin',
    'x9#kQ2!vTz',
    'my dog eats 12 socks',
    'abcabdabcabe',
  ])('are not: %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
    expect(newPassword.safeParse(password).success).toBe(true);
  });

  it('takes no longer for a long one', () => {
    const start = performance.now();
    expect(isCommonPassword('qwertyuiop'.repeat(12))).toBe(true);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
