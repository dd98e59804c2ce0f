import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import { isDay } from '../../accounts/index.js';
import { CommandFailure, type WithAdmin } from './admin-context.js';

/** Standard input, which knows whether a user types there. */
export type AdminInput = Readable & { readonly isTTY?: boolean };

/** What the commands read from and write to. */
export interface CommandContext {
  readonly withAdmin: WithAdmin;
  readonly input: AdminInput;
  /** Results alone, so that they can be piped. */
  readonly out: Writable;
  /** What is wrong with the arguments. */
  readonly err: Writable;
  /** A remark for the user at the terminal. */
  readonly note: (text: string) => void;
}

/** Asks for confirmation at the terminal; scripts must use `--yes`. */
export async function confirm(question: string, input: AdminInput, err: Writable): Promise<void> {
  if (input.isTTY !== true) {
    throw new CommandFailure(`${question} Standard input is not a terminal; add --yes to confirm.`);
  }
  const terminal = createInterface({ input, output: err });
  try {
    const answer = await terminal.question(`${question} Type "yes": `);
    if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing was changed.');
  } finally {
    terminal.close();
  }
}

/** A day in UTC, written YYYY-MM-DD, as an argument. */
export function readDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It must be a day such as 2027-01-31.');
  return text;
}
