import { z } from 'zod';

const LONGEST = 40;
const NAME = `a name of 1 to ${LONGEST} printable characters`;

/** The name of a user id: "laptop", "nightly job". The error completes "must be". */
export const userIdName = z
  .string({ error: NAME })
  .trim()
  .min(1, { error: NAME })
  .max(LONGEST, { error: NAME })
  // Not a pattern: tools that read it from the OpenAPI document do not support Unicode classes.
  .refine((name) => !/\p{C}/u.test(name), { error: NAME })
  .describe('What the user id is for; no two of an account have the same name.');
