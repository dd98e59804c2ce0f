import { z } from 'zod';

const LONGEST = 40;
const NAME = `a name of 1 to ${LONGEST} printable characters`;

/** What a user id is for, in its owner's words: "laptop", "nightly job". Says what it must be, after "must be". */
export const userIdName = z
  .string({ error: NAME })
  .trim()
  .min(1, { error: NAME })
  .max(LONGEST, { error: NAME })
  .regex(/^\P{C}+$/u, { error: NAME })
  .describe('What the user id is for; no two of an account have the same name.');
