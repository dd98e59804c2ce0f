import type { Colours } from '../output/colours.js';
import { printable } from '../output/printable.js';
import { count } from '../output/printer.js';
import type { BatchOutcome } from './run-batch.js';

const SHOWN = 20;

export interface RunFacts {
  readonly outcome: BatchOutcome;
  readonly total: number;
  readonly isInterrupted: boolean;
  /** Where the results are kept that the next run need not compute again. */
  readonly journal: string | undefined;
  readonly kept: number | undefined;
  readonly seconds: number;
  readonly isQuiet: boolean;
}

/** What is printed at the end, on standard error: the failures and, for many photos, a summary. */
export function report(facts: RunFacts, colours: Colours): string {
  const { outcome, total, isInterrupted, journal, kept } = facts;
  const { done, failedCount, failed, ended } = outcome;
  const lines: string[] = [];
  if (failedCount > 0) {
    lines.push(colours.red(`${count(failedCount, 'photo')} of ${total.toLocaleString('en')} failed:`));
    for (const { name, message } of failed.slice(0, SHOWN))
      lines.push(`  ${printable(name)}: ${printable(message)}`);
    if (failedCount > SHOWN) lines.push(`  … and ${failedCount - SHOWN} more; --json names them all.`);
  }
  if (ended !== undefined) lines.push(colours.red(`Stopped: ${ended}`));
  if (isInterrupted) lines.push(colours.yellow('Interrupted.'));
  if (isInterrupted || ended !== undefined) lines.push(whatIsKept(kept ?? done, total, journal));
  else if (total > 1 && !facts.isQuiet) lines.push(summary(facts));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function summary({ outcome: { done, failedCount }, total, seconds }: RunFacts): string {
  const failed = failedCount === 0 ? '' : `, ${failedCount.toLocaleString('en')} failed`;
  return `${count(total, 'photo')}: ${done.toLocaleString('en')} done${failed}, in ${seconds.toFixed(1)} s`;
}

function whatIsKept(done: number, total: number, journal: string | undefined): string {
  const made = `${done.toLocaleString('en')} of ${count(total, 'photo')} done`;
  return journal === undefined
    ? `${made}. With --resume FILE a next run goes on where this one ended.`
    : `${made} and kept in ${journal}; the same command goes on from there.`;
}
