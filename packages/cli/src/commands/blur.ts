import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Box } from '@facet/client';
import { MAX_FACES } from '@facet/engine';
import { redactedPaths } from '../draw/redacted-paths.js';
import { count, choosePrinter, csvRow, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import { coloursFor, printable, type Colours } from '../output/terminal.js';
import { photosFor } from '../photos/find-photos.js';
import { withMargin } from '../source/face-margin.js';
import { serverOf } from '../source/server-of.js';
import { hasVector, type FaceSource, type RedactOptions } from '../source/face-source.js';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { existingGallery, onGallery } from './gallery.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface BlurFlags extends RunFlags {
  readonly out: string;
  readonly style?: RedactOptions['style'];
  readonly shape?: RedactOptions['shape'];
  readonly gallery?: string;
  readonly keepEnrolled?: boolean;
  readonly onlyEnrolled?: boolean;
}

interface Blurred {
  /** How many faces were made unrecognisable. */
  readonly faces: number;
  readonly out: string;
  /** Whether as many faces were found as a call finds at most. */
  readonly isFull: boolean;
}

interface Chosen {
  readonly found: number;
  readonly boxes: Box[];
}

/** Which faces of a photo to redact; undefined: all. */
type Choice = (source: FaceSource, bytes: Uint8Array, signal: AbortSignal) => Promise<Chosen | undefined>;

export async function blur(args: readonly string[], flags: BlurFlags, shell: Shell): Promise<ExitCode> {
  const photos = await photosFor(args, flags, shell);
  const pathOf = await redactedPaths(flags.out, photos, shell.cwd);
  const choose = await choiceOf(flags, shell);
  const { style, shape } = flags;
  const crowds: string[] = [];
  return runPhotos<Blurred>(
    {
      photos,
      flags,
      topic: {
        results: 'blurred photos',
        options: {
          out: flags.out,
          style: style ?? '',
          shape: shape ?? '',
          people: `${flags.gallery ?? ''} ${flags.keepEnrolled === true} ${flags.onlyEnrolled === true}`,
        },
      },
      printer: choosePrinter(flags, printers(coloursFor(shell.stdout, shell.env))),
      work: async (source, { photo, bytes, signal }) => {
        const chosen = await choose(source, bytes, signal);
        const boxes = shape === 'outline' ? chosen?.boxes : chosen?.boxes.map(withMargin);
        const { image, format, faces } = await source.redact(bytes, { style, shape, boxes, signal });
        const out = pathOf(photo, format);
        await mkdir(dirname(out), { recursive: true });
        await writeFile(out, image);
        return { faces, out, isFull: (chosen?.found ?? faces) >= MAX_FACES };
      },
      onResult: ({ name }, { isFull }) => {
        if (isFull) crowds.push(name);
      },
      finish: () => {
        shell.stderr.write(crowdWarning(crowds, coloursFor(shell.stderr, shell.env)));
        return Promise.resolve();
      },
    },
    shell,
  );
}

async function choiceOf(flags: BlurFlags, shell: Shell): Promise<Choice> {
  const { gallery: file, keepEnrolled, onlyEnrolled } = flags;
  if (file === undefined) {
    if (keepEnrolled === true || onlyEnrolled === true)
      throw new UsageError('--keep-enrolled and --only-enrolled need --gallery, which says who is enrolled.');
    return () => Promise.resolve(undefined);
  }
  if ((keepEnrolled === true) === (onlyEnrolled === true))
    throw new UsageError('With --gallery, give either --keep-enrolled or --only-enrolled.');
  if (serverOf(flags, shell.env) !== undefined)
    throw new UsageError('--gallery works with the engine on this machine only; leave out --url.');
  const gallery = await existingGallery(file, shell);
  return async (source, bytes, signal) => {
    const found = await source.vectors(bytes, { of: 'every', signal });
    const faces = found.filter(hasVector);
    const results = onGallery(file, () => gallery.searchPhoto(faces));
    const boxes = faces.flatMap(({ box }, n) => {
      const isEnrolled = (results[n]?.hits.length ?? 0) > 0;
      return box !== undefined && isEnrolled === (onlyEnrolled === true) ? [box] : [];
    });
    return { found: found.length, boxes };
  };
}

/** Nothing if every photo had fewer faces than are found at most. */
const crowdWarning = (names: readonly string[], colours: Colours): string =>
  names
    .map((name) =>
      colours.yellow(
        `${printable(name)}: no more than ${MAX_FACES} faces of a photo are found; others may still be visible.\n`,
      ),
    )
    .join('');

function printers(colours: Colours): Record<'text' | 'json' | 'csv', Printer<Blurred>> {
  return {
    text: {
      head: '',
      result: ({ name }, { faces, out }) =>
        `${colours.bold(printable(name))}  ${count(faces, 'face')}  ${colours.dim(printable(out))}\n`,
      failure: noFailure,
    },
    json: jsonPrinter(({ faces, out }) => ({ faces, out })),
    csv: {
      head: csvRow(['photo', 'faces', 'out']),
      result: ({ name }, { faces, out }) => csvRow([name, faces, out]),
      failure: noFailure,
    },
  };
}
