import { z } from 'zod';
import { isCommonPassword } from './common-passwords.js';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/** The longest email address (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

/** The rules for log-in fields. Each error completes the sentence "The field … must be". */
export const email = z
  .string({ error: 'an email address' })
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, { error: `an email address of at most ${MAX_EMAIL_LENGTH} characters` })
  .pipe(z.email({ error: 'an email address' }))
  .describe('The email address; upper and lower case are the same.');

const PASSWORD = 'the password of the account';

export const password = z
  .string({ error: PASSWORD })
  .min(1, { error: PASSWORD })
  .max(MAX_PASSWORD_LENGTH, { error: PASSWORD })
  .describe('The password.');

const LENGTH = `a string of ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;

export const newPassword = z
  .string({ error: LENGTH })
  .min(MIN_PASSWORD_LENGTH, { error: LENGTH })
  .max(MAX_PASSWORD_LENGTH, { error: LENGTH })
  .refine((chosen) => !isCommonPassword(chosen), {
    error: 'not one of the most common passwords; a few unrelated words work well',
  })
  .describe('The password from now on. The most common passwords are rejected.');

/** Describes a password that confirms a change. */
export const confirmation = (whose: string): string =>
  `The password ${whose}. Users of the identity provider have none: they must have logged in within the last 15 minutes.`;
