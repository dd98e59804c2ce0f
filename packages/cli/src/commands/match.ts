import type { JudgedDistance, MatchedFace } from '@facet/client';
import { MATCH_THRESHOLD } from '@facet/gallery/search';
import { resolve } from 'node:path';
import { listenForInterrupt } from '../batch/interrupt.js';
import { RunError, UsageError, EXIT, type ExitCode, type Shell } from '../shell.js';
import { coloursFor } from '../output/terminal.js';
import { csvRow, boxText, jsonLine, type FormatFlags } from '../output/printer.js';
import { readPhoto } from '../photos/photo.js';
import type { Matched } from '../source/face-source.js';
import type { SourceFlags } from '../source/server-of.js';
import { fatalErrorAdvice, failureOf } from '../source/photo-error.js';
import { withSource } from './photo-run.js';

export interface MatchFlags extends SourceFlags, FormatFlags {
  readonly details?: boolean;
  readonly all?: boolean;
}

export async function match(
  first: string,
  second: string,
  flags: MatchFlags,
  shell: Shell,
): Promise<ExitCode> {
  const interrupt = listenForInterrupt();
  try {
    const photos = await Promise.all([read(first, shell), read(second, shell)]);
    return await withSource(flags, shell, interrupt, async (source) => {
      const { details, all } = flags;
      const matched = await source.match(photos[0], photos[1], { details, all, signal: interrupt.signal });
      shell.stdout.write(matchText(first, second, matched, flags, shell));
      return EXIT.done;
    });
  } catch (error) {
    const code = interrupt.exitCode();
    if (code !== undefined) return code;
    throw error instanceof UsageError ? error : namingPhoto(error, first, second);
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
  matched: Matched,
  flags: FormatFlags,
  shell: Shell,
): string {
  const { score, details, faces } = matched;
  if (flags.json === true) {
    const photos = [first, second];
    return jsonLine({
      photos,
      score,
      status: statusOf(matched),
      ...(details && { details: { ...judgedJson(details), boxes: details.boxes } }),
      ...(faces && { faces: faces.map(faceJson) }),
    });
  }
  if (flags.csv === true) return matchCsv(first, second, matched);
  const colours = coloursFor(shell.stdout, shell.env);
  const lines = (faces ?? [{ ...matched, box: undefined }]).map((face) => {
    const verdict = face.isMatch ? colours.green(statusOf(face)) : colours.yellow(statusOf(face));
    const where = face.box === undefined ? '' : `  ${boxText(face.box)}`;
    const meaning =
      face.details === undefined ? `(below ${MATCH_THRESHOLD}: the same person)` : meaningOf(face.details);
    return `${face.score.toFixed(6)}  ${verdict}${where}  ${colours.dim(meaning)}\n`;
  });
  return lines.join('');
}

const statusOf = ({ isMatch }: { readonly isMatch: boolean }): string => (isMatch ? 'match' : 'not a match');

const meaningOf = ({ similarity, falseMatchRate }: JudgedDistance): string =>
  `(${similarity.toFixed(1)} % similar; ${falseMatchRate} of different people are as near)`;

/** With the field names of the service. */
const judgedJson = ({ distance, threshold, similarity, falseMatchRate }: JudgedDistance): object => ({
  distance,
  threshold,
  similarity,
  false_match_rate: falseMatchRate,
});

const faceJson = ({ score, isMatch, box, details }: MatchedFace): object => ({
  score,
  status: statusOf({ isMatch }),
  box,
  ...(details && { details: judgedJson(details) }),
});

function matchCsv(first: string, second: string, { score, isMatch, details, faces }: Matched): string {
  const judgedColumns = (judged: JudgedDistance | undefined): number[] =>
    judged === undefined ? [] : [judged.similarity, judged.falseMatchRate];
  const names = ['first', 'second', 'score', 'status', ...(faces ? ['x1', 'y1', 'x2', 'y2'] : [])];
  const rows = faces ?? [{ score, isMatch, box: [], details }];
  return [
    csvRow([...names, ...(details ? ['similarity', 'false_match_rate'] : [])]),
    ...rows.map((row) =>
      csvRow([first, second, row.score, statusOf(row), ...row.box, ...judgedColumns(row.details)]),
    ),
  ].join('');
}

/** The failure with the name of the photo that caused it, if that is known. */
function namingPhoto(error: unknown, first: string, second: string): unknown {
  if (error instanceof RunError) return error;
  const failure = failureOf(error);
  const advice = fatalErrorAdvice(failure);
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
