import { count, type Printer } from '../output/printer.js';
import { printable, type Colours, type Output } from '../output/terminal.js';
import { fingerprint, type Photo } from '../photos/photo.js';
import { fatalErrorAdvice, failureOf, type Failure } from '../source/photo-error.js';
import { inOrder } from './in-order.js';
import type { Journal } from './journal.js';
import type { ProgressBar } from './progress-bar.js';

interface FailedPhoto extends Failure {
  readonly name: string;
}

export interface BatchResult {
  readonly done: number;
  /** All of them are counted, the first ones are kept. */
  readonly failedCount: number;
  readonly failed: readonly FailedPhoto[];
  /** Why the run ended early, if it did. */
  readonly ended: string | undefined;
}

export interface Batch<Result> {
  readonly photos: readonly Photo[];
  readonly inFlight: number;
  readonly work: (photo: Photo) => Promise<Result>;
  /** Whether a result in the journal still counts. */
  readonly isCurrent?: (result: Result) => boolean;
  /** Called in the order of the photos. */
  readonly onResult?: (photo: Photo, result: Result) => void;
  readonly printer: Printer<Result>;
  readonly output: Output;
  readonly journal: Journal<Result> | null;
  readonly bar: ProgressBar;
  readonly signal: AbortSignal;
}

type PhotoResult<Result> =
  | { readonly photo: Photo; readonly result: Result; readonly isKnown: boolean }
  | { readonly photo: Photo; readonly failure: Failure };

const KEPT_FAILURES = 1000;
const AHEAD = 4;

/** Processes every photo, several at once; writes the results in order; keeps none in memory. */
export async function runBatch<Result>(batch: Batch<Result>): Promise<BatchResult> {
  const { printer, output, bar, signal } = batch;
  const failed: FailedPhoto[] = [];
  let failedCount = 0;
  let done = 0;
  let ended: string | undefined;
  await output.write(printer.head);
  const pace = { atOnce: batch.inFlight, ahead: AHEAD * batch.inFlight };
  for await (const worked of inOrder(untilStopped(batch), (photo) => workOn(photo, batch), pace)) {
    if (signal.aborted) break;
    const { photo } = worked;
    let text: string;
    if ('failure' in worked) {
      const { failure } = worked;
      const advice = fatalErrorAdvice(failure);
      if (advice !== undefined) {
        ended = `${failure.message} ${advice}`;
        break;
      }
      failedCount++;
      if (failed.length < KEPT_FAILURES) failed.push({ name: photo.name, ...failure });
      text = printer.failure(photo, failure);
      bar.step('failed');
    } else {
      done++;
      batch.onResult?.(photo, worked.result);
      text = printer.result(photo, worked.result);
      bar.step(worked.isKnown ? 'known' : 'done');
    }
    if (text !== '') {
      bar.makeRoom();
      await output.write(text);
    }
  }
  bar.clear();
  return { done, failedCount, failed, ended };
}

function* untilStopped({ photos, signal }: Pick<Batch<unknown>, 'photos' | 'signal'>): Generator<Photo> {
  for (const photo of photos) {
    if (signal.aborted) return;
    yield photo;
  }
}

/** Never fails: what goes wrong with a photo is in its result. */
async function workOn<Result>(
  photo: Photo,
  { work, journal, isCurrent }: Batch<Result>,
): Promise<PhotoResult<Result>> {
  try {
    // Taken before the photo is read: a file that changes meanwhile is analysed again next time.
    const mark = journal === null ? null : await fingerprint(photo);
    const known = mark === null ? undefined : await journal?.find(mark);
    if (known !== undefined && isCurrent?.(known) !== false) return { photo, result: known, isKnown: true };
    const result = await work(photo);
    if (mark !== null) await journal?.add(mark, result);
    return { photo, result, isKnown: false };
  } catch (error) {
    return { photo, failure: failureOf(error) };
  }
}

const SHOWN = 20;

interface RunFacts {
  readonly result: BatchResult;
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
  const { result, total, isInterrupted, journal, kept } = facts;
  const { done, failedCount, failed, ended } = result;
  const lines: string[] = [];
  if (failedCount > 0) {
    lines.push(colours.red(`${count(failedCount, 'photo')} of ${total.toLocaleString('en')} failed:`));
    for (const { name, message } of failed.slice(0, SHOWN))
      lines.push(`  ${printable(name)}: ${printable(message)}`);
    if (failedCount > SHOWN) lines.push(`  … and ${failedCount - SHOWN} more; --json names them all.`);
  }
  if (ended !== undefined) lines.push(colours.red(`Stopped: ${printable(ended)}`));
  if (isInterrupted) lines.push(colours.yellow('Interrupted.'));
  if (isInterrupted || ended !== undefined) lines.push(whatIsKept(kept ?? done, total, journal));
  else if (total > 1 && !facts.isQuiet) lines.push(summary(facts));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function summary({ result: { done, failedCount }, total, seconds }: RunFacts): string {
  const failed = failedCount === 0 ? '' : `, ${failedCount.toLocaleString('en')} failed`;
  return `${count(total, 'photo')}: ${done.toLocaleString('en')} done${failed}, in ${seconds.toFixed(1)} s`;
}

function whatIsKept(done: number, total: number, journal: string | undefined): string {
  const made = `${done.toLocaleString('en')} of ${count(total, 'photo')} done`;
  return journal === undefined
    ? `${made}. With --resume FILE, the next run continues where this one ended.`
    : `${made} and kept in ${printable(journal)}; the same command continues from there.`;
}
