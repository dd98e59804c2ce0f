import type { Colours } from '../output/colours.js';
import { count } from '../output/printer.js';
import type { BatchOutcome } from './run-batch.js';

const SHOWN = 20;

export interface RunFacts {
  readonly outcome: BatchOutcome;
  readonly total: number;
  readonly isInterrupted: boolean;
  /** Where the results lie that a next run need not make again. */
  readonly journal: string | undefined;
  readonly kept: number | undefined;
}

/** What is told at the end, on standard error: nothing where all went well. */
export function report({ outcome, total, isInterrupted, journal, kept }: RunFacts, colours: Colours): string {
  const { done, failedCount, failed, ended } = outcome;
  const lines: string[] = [];
  if (failedCount > 0) {
    lines.push(colours.red(`${count(failedCount, 'photo')} of ${total.toLocaleString('en')} failed:`));
    for (const { name, message } of failed.slice(0, SHOWN)) lines.push(`  ${name}: ${message}`);
    if (failedCount > SHOWN) lines.push(`  … and ${failedCount - SHOWN} more; --json names them all.`);
  }
  if (ended !== undefined) lines.push(colours.red(`Stopped: ${ended}`));
  if (isInterrupted) lines.push(colours.yellow('Interrupted.'));
  if (isInterrupted || ended !== undefined) lines.push(whatIsKept(kept ?? done, total, journal));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function whatIsKept(done: number, total: number, journal: string | undefined): string {
  const made = `${done.toLocaleString('en')} of ${count(total, 'photo')} done`;
  return journal === undefined
    ? `${made}. With --resume FILE a next run goes on where this one ended.`
    : `${made} and kept in ${journal}; the same command goes on from there.`;
}
