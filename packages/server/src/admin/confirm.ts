import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { CommandFailure } from './admin-context.js';

/** Standard input, which knows whether a person types there. */
export type AdminInput = Readable & { readonly isTTY?: boolean };

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
