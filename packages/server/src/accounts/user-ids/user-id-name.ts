import { z } from 'zod';

const LONGEST = 40;
const NAME = `a name of 1 to ${LONGEST} printable characters`;

/** What a user id is for, in its owner's words: "laptop", "nightly job". Says what it must be, after "must be". */
export const userIdName = z
  .string({ error: NAME })
  .trim()
  .min(1, { error: NAME })
  .max(LONGEST, { error: NAME })
  // Not as a pattern: tools that read it from the OpenAPI document know no classes of Unicode.
  .refine((name) => !/\p{C}/u.test(name), { error: NAME })
  .describe('What the user id is for; no two of an account have the same name.');
