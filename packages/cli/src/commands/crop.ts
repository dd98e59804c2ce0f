import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { choosePrinter, count, csvRow, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import { coloursFor, printable, type Colours } from '../output/terminal.js';
import { photosFor } from '../photos/find-photos.js';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface CropFlags extends RunFlags {
  readonly out: string;
  readonly alone?: boolean;
  readonly maxFaces?: number;
  readonly minFaceSize?: number;
}

/** The files of a photo's faces, the most prominent first. */
type Crops = readonly string[];

export async function crop(args: readonly string[], flags: CropFlags, shell: Shell): Promise<ExitCode> {
  const { maxFaces, minFaceSize, alone } = flags;
  const attributes = [alone === true ? 'aligned_alone' : 'aligned'] as const;
  const photos = await photosFor(args, flags, shell);
  const folder = resolve(shell.cwd, flags.out);
  const nameOf = (below: string): string => join(folder, parse(below).dir, parse(below).name);
  requireOwnNames(photos.map(({ below }) => nameOf(below)));
  return runPhotos<Crops>(
    {
      photos,
      flags,
      topic: {
        results: alone === true ? 'aligned crops of one face alone' : 'aligned crops',
        options: { out: flags.out, maxFaces: maxFaces ?? 0, minFaceSize: minFaceSize ?? 0 },
      },
      printer: choosePrinter(flags, printers(coloursFor(shell.stdout, shell.env))),
      work: async (source, { photo, bytes, signal }) => {
        const { faces } = await source.faces(bytes, { attributes, maxFaces, minFaceSize, signal });
        const files = faces.flatMap(({ aligned, alignedAlone }, n) => {
          const picture = alone === true ? alignedAlone : aligned;
          return picture === undefined ? [] : [{ path: `${nameOf(photo.below)}-face-${n + 1}.png`, picture }];
        });
        for (const { path, picture } of files) {
          await mkdir(dirname(path), { recursive: true });
          await writeFile(path, Buffer.from(picture, 'base64'));
        }
        return files.map(({ path }) => path);
      },
    },
    shell,
  );
}

/** Faces of two photos that differ only in their endings or folders would get the same names. */
function requireOwnNames(names: readonly string[]): void {
  const seen = new Set<string>();
  const twice = names.find((name) => seen.has(name) || !seen.add(name));
  if (twice !== undefined)
    throw new UsageError(
      `The faces of two photos would be written to ${twice}-face-1.png; crop them in two runs.`,
    );
}

function printers(colours: Colours): Record<'text' | 'json' | 'csv', Printer<Crops>> {
  return {
    text: {
      head: '',
      result: ({ name }, files) =>
        `${colours.bold(printable(name))}  ${count(files.length, 'face')}\n${files.map((file) => `  ${colours.dim(printable(file))}\n`).join('')}`,
      failure: noFailure,
    },
    json: jsonPrinter((files) => ({ files })),
    csv: {
      head: csvRow(['photo', 'face', 'file']),
      result: ({ name }, files) => files.map((file, n) => csvRow([name, n + 1, file])).join(''),
      failure: noFailure,
    },
  };
}
