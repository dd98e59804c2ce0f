import { resolve } from 'node:path';
import { listenForInterrupt, unlessInterrupted, type Interrupt } from '../batch/interrupt.js';
import { Journal, type JournalTopic } from '../batch/journal.js';
import { ProgressBar } from '../batch/progress-bar.js';
import { report, runBatch, type BatchResult } from '../batch/run-batch.js';
import { EXIT, type ExitCode, type Shell } from '../shell.js';
import { coloursFor, openOutput, type Output } from '../output/terminal.js';
import type { FormatFlags, Printer } from '../output/printer.js';
import { readPhoto, type Photo } from '../photos/photo.js';
import type { FaceSource } from '../source/face-source.js';
import { openSource } from '../source/open-source.js';
import type { SourceFlags } from '../source/server-of.js';

export interface RunFlags extends SourceFlags, FormatFlags {
  readonly resume?: string;
  readonly quiet?: boolean;
}

/** What a command does with each of its photos. */
interface PhotoRun<Result> {
  readonly photos: readonly Photo[];
  readonly flags: RunFlags;
  /** What the results depend on; a journal of anything else is rejected. */
  readonly topic: Omit<JournalTopic, 'version'>;
  /** The default path of the journal; without it, there is a journal only with --resume. */
  readonly journal?: string;
  readonly printer: Printer<Result>;
  readonly work: (source: FaceSource, at: WorkContext) => Promise<Result>;
  /** Whether a result in the journal still counts. */
  readonly isCurrent?: (result: Result) => boolean;
  readonly onResult?: (photo: Photo, result: Result) => void;
  /** After the last photo, also of a run that was interrupted: what is done is kept. */
  readonly finish?: (result: BatchResult, at: FinishContext) => Promise<void>;
}

interface WorkContext {
  readonly photo: Photo;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

interface FinishContext {
  readonly output: Output;
  readonly isComplete: boolean;
}

/** Runs a command over its photos: source, journal, bar, Ctrl-C, failures at the end, exit code. */
export async function runPhotos<Result>(run: PhotoRun<Result>, shell: Shell): Promise<ExitCode> {
  const interrupt = listenForInterrupt();
  try {
    return await withSource(run.flags, shell, interrupt, (source) => runOn(source, run, shell, interrupt));
  } finally {
    interrupt.release();
  }
}

export async function withSource(
  flags: SourceFlags,
  shell: Shell,
  interrupt: Interrupt,
  work: (source: FaceSource) => Promise<ExitCode>,
): Promise<ExitCode> {
  // The first start of all fetches models for a while.
  const opening = openSource(flags, shell.env, shell.stderr);
  const source = await unlessInterrupted(opening, interrupt.signal);
  if (source === null) return interrupt.exitCode() ?? EXIT.interrupted;
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

async function runOn<Result>(
  source: FaceSource,
  run: PhotoRun<Result>,
  shell: Shell,
  interrupt: Interrupt,
): Promise<ExitCode> {
  const { photos, flags } = run;
  const { signal } = interrupt;
  const began = performance.now();
  const path = flags.resume === undefined ? run.journal : resolve(shell.cwd, flags.resume);
  const topic = { version: shell.version, ...run.topic };
  const journal = path === undefined ? null : await Journal.open<Result>(path, topic);
  const output = openOutput(shell.stdout, interrupt.readerGone);
  let result: BatchResult;
  try {
    result = await runBatch({
      photos,
      inFlight: source.inFlight,
      work: async (photo) => run.work(source, { photo, bytes: await readPhoto(photo, shell.stdin), signal }),
      ...(run.isCurrent && { isCurrent: run.isCurrent }),
      ...(run.onResult && { onResult: run.onResult }),
      printer: run.printer,
      output,
      journal,
      bar: new ProgressBar(shell.stderr, photos.length, {
        quiet: flags.quiet === true,
        isShared: shell.stdout.isTTY,
      }),
      signal,
    });
  } finally {
    await journal?.close();
  }
  const isInterrupted = signal.aborted;
  await run.finish?.(result, { output, isComplete: !isInterrupted && result.ended === undefined });
  const code = interrupt.exitCode();
  if (code !== EXIT.done) {
    const facts = {
      result,
      total: photos.length,
      isInterrupted,
      journal: path,
      kept: journal?.size,
      isQuiet: flags.quiet === true,
      seconds: (performance.now() - began) / 1000,
    };
    shell.stderr.write(report(facts, coloursFor(shell.stderr, shell.env)));
  }
  if (code !== undefined) return code;
  return result.failedCount > 0 || result.ended !== undefined ? EXIT.failed : EXIT.done;
}
