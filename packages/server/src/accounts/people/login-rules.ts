import { z } from 'zod';

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 128;

/** The longest e-mail address (RFC 5321). */
const LONGEST_EMAIL = 254;

/** The rules for log-in fields. Each error completes the sentence "The field … must be". */
export const email = z
  .string({ error: 'an e-mail address' })
  .trim()
  .toLowerCase()
  .max(LONGEST_EMAIL, { error: `an e-mail address of at most ${LONGEST_EMAIL} characters` })
  .pipe(z.email({ error: 'an e-mail address' }))
  .describe('The e-mail address; upper and lower case are the same.');

const PASSWORD = 'the password of the account';

export const password = z
  .string({ error: PASSWORD })
  .min(1, { error: PASSWORD })
  .max(LONGEST_PASSWORD, { error: PASSWORD })
  .describe('The password.');

const LENGTH = `a string of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`;

export const newPassword = z
  .string({ error: LENGTH })
  .min(SHORTEST_PASSWORD, { error: LENGTH })
  .max(LONGEST_PASSWORD, { error: LENGTH })
  .describe('The password from now on.');
