import { z } from 'zod';

/** Each says what it must be, after "The field … must be". */
const text = (error: string, longest: number): z.ZodString =>
  z.string({ error }).min(1, { error }).max(longest, { error });

export const resetToken = text('the token of the link', 200);

/** Tokens of earlier versions were longer; whoever has one is told that it no longer works. */
export const verificationToken = text('the token of the link', 2000);

export const planId = text('the id of a plan', 100);
