import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { Box } from '@facet/client';
import { REDACTION_MARGIN } from '@facet/engine';
import { drawnPaths } from '../draw/drawn-paths.js';
import { count, choosePrinter, csvRow, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import { coloursFor, printable, type Colours } from '../output/terminal.js';
import { photosFor } from '../photos/find-photos.js';
import { hasVector, type FaceSource, type RedactOptions } from '../source/face-source.js';
import { PhotoError } from '../source/photo-error.js';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { onGallery, openGallery } from './gallery.js';
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
}

/** Which faces of a photo to redact; undefined: all. */
type Choice = (source: FaceSource, bytes: Uint8Array, signal: AbortSignal) => Promise<Box[] | undefined>;

export async function blur(args: readonly string[], flags: BlurFlags, shell: Shell): Promise<ExitCode> {
  const photos = await photosFor(args, shell);
  const pathOf = await drawnPaths(flags.out, photos, shell.cwd, '--out');
  const choose = await choiceOf(flags, shell);
  const { style, shape } = flags;
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
        const faceBoxes = await choose(source, bytes, signal);
        const boxes = shape === 'outline' ? faceBoxes : faceBoxes?.map(withMargin);
        const { image, format, faces } = await source.redact(bytes, { style, shape, boxes, signal });
        const out = withEnding(pathOf(photo), format, resolve(shell.cwd, flags.out));
        await mkdir(dirname(out), { recursive: true });
        await writeFile(out, image);
        return { faces, out };
      },
    },
    shell,
  );
}

/** A box is redacted as it is; the rectangle of a face leaves out hairline and ears. */
function withMargin([x1, y1, x2, y2]: Box): Box {
  const across = REDACTION_MARGIN * (x2 - x1);
  const down = REDACTION_MARGIN * (y2 - y1);
  return [x1 - across, y1 - down, x2 + across, y2 + down];
}

const ENDINGS = { jpeg: ['.jpg', '.jpeg'], png: ['.png'] } as const;

/** A picture is written in its own format: a folder gets another ending where needed, a named file must have it. */
function withEnding(path: string, format: 'jpeg' | 'png', named: string): string {
  const ending = extname(path).toLowerCase();
  if (ENDINGS[format].some((known) => known === ending)) return path;
  if (path === named)
    throw new PhotoError(
      'file',
      `The picture is a ${format.toUpperCase()}; end the name of the file in ${ENDINGS[format][0]}.`,
    );
  return `${path}${ENDINGS[format][0]}`;
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
  if ((flags.url ?? shell.env['FACET_URL']) !== undefined)
    throw new UsageError('--gallery works with the engine on this machine only; leave out --url.');
  const gallery = await openGallery(resolve(shell.cwd, file));
  if (gallery === null)
    throw new UsageError(
      `There is no gallery ${file}; make one with "facet enrol FOLDER --gallery ${file}".`,
    );
  return async (source, bytes, signal) => {
    const faces = (await source.vectors(bytes, { of: 'every', signal })).filter(hasVector);
    const results = onGallery(file, () => gallery.searchPhoto(faces));
    return faces.flatMap(({ box }, n) => {
      const isEnrolled = (results[n]?.hits.length ?? 0) > 0;
      return box !== undefined && isEnrolled === (onlyEnrolled === true) ? [box] : [];
    });
  };
}

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
