import { resolve } from 'node:path';
import { listenForInterrupt, unlessInterrupted } from '../batch/interrupt.js';
import { RunError, UsageError } from '../cli-errors.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { coloursFor } from '../output/colours.js';
import { csvRow } from '../output/csv.js';
import { jsonLine, type FormatFlags } from '../output/printer.js';
import { readPhoto } from '../photos/photo.js';
import type { Shell } from '../shell.js';
import type { Matched } from '../source/face-source.js';
import { openSource, type SourceFlags } from '../source/open-source.js';
import { adviceThatEnds, failureOf } from '../source/photo-error.js';

export type MatchFlags = SourceFlags & FormatFlags;

export async function match(
  first: string,
  second: string,
  flags: MatchFlags,
  shell: Shell,
): Promise<ExitCode> {
  const interrupt = listenForInterrupt();
  try {
    const photos = await Promise.all([read(first, shell), read(second, shell)]);
    const opening = openSource(flags, shell.env, shell.stderr);
    const source = await unlessInterrupted(opening, interrupt.signal);
    if (source === null) return interrupt.exitCode() ?? EXIT.interrupted;
    try {
      const matched = await source.match(photos[0], photos[1], interrupt.signal);
      shell.stdout.write(matchText(first, second, matched, flags, shell));
      return EXIT.done;
    } finally {
      await source.close();
    }
  } catch (error) {
    const asked = interrupt.exitCode();
    if (asked !== undefined) return asked;
    throw error instanceof UsageError ? error : told(error, first, second);
  } finally {
    interrupt.release();
  }
}

async function read(name: string, shell: Shell): Promise<Uint8Array> {
  try {
    const path = name === '-' ? null : resolve(shell.cwd, name);
    return await readPhoto({ name, path, below: name }, shell.stdin);
  } catch (error) {
    throw new RunError(`${name}: ${failureOf(error).message}`);
  }
}

function matchText(
  first: string,
  second: string,
  { score, isMatch }: Matched,
  flags: FormatFlags,
  shell: Shell,
): string {
  const status = isMatch ? 'match' : 'not a match';
  if (flags.json === true) return jsonLine({ photos: [first, second], score, status });
  if (flags.csv === true) {
    return csvRow(['first', 'second', 'score', 'status']) + csvRow([first, second, score, status]);
  }
  const colours = coloursFor(shell.stdout, shell.env);
  const verdict = isMatch ? colours.green(status) : colours.yellow(status);
  return `${score.toFixed(6)}  ${verdict}  ${colours.dim('(below 0.5: the same person)')}\n`;
}

/** The failure with the name of the photo that it is about, where that is known. */
function told(error: unknown, first: string, second: string): unknown {
  if (error instanceof RunError) return error;
  const failure = failureOf(error);
  const advice = adviceThatEnds(failure);
  const name = photoOf(error, first, second);
  const message = `${name === undefined ? '' : `${name}: `}${failure.message}${advice === undefined ? '' : ` ${advice}`}`;
  return new RunError(message, { cause: error });
}

function photoOf(error: unknown, first: string, second: string): string | undefined {
  const facts = (error ?? {}) as {
    details?: Readonly<Record<string, unknown>>;
    data?: Readonly<Record<string, unknown>>;
  };
  const which = facts.details?.['image'] ?? facts.data?.['field'];
  if (which === 1 || which === 'img_1') return first;
  return which === 2 || which === 'img_2' ? second : undefined;
}
