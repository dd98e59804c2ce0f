import type { ExitCode } from '../exit-codes.js';
import type { Colours } from '../output/colours.js';
import { coloursFor } from '../output/colours.js';
import { csvRow } from '../output/csv.js';
import { boxText, choosePrinter, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import { findPhotos } from '../photos/find-photos.js';
import type { Shell } from '../shell.js';
import { VECTORS, type VectoredFace } from '../source/face-source.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface VectorFlags extends RunFlags {
  readonly quality?: boolean;
  readonly all?: boolean;
}

const DIMENSIONS = 128;
const SHOWN = 4;

export async function vector(args: readonly string[], flags: VectorFlags, shell: Shell): Promise<ExitCode> {
  const of = flags.all === true ? 'every' : 'first';
  const quality = flags.quality === true;
  return runPhotos<readonly VectoredFace[]>(
    {
      photos: await findPhotos(args, shell.cwd),
      flags,
      topic: { results: VECTORS, options: { of, quality } },
      printer: choosePrinter(flags, vectorPrinters(coloursFor(shell.stdout, shell.env))),
      work: (source, { bytes, signal }) => source.vectors(bytes, { of, quality, signal }),
    },
    shell,
  );
}

type Faces = readonly VectoredFace[];

function vectorPrinters(colours: Colours): Record<'text' | 'json' | 'csv', Printer<Faces>> {
  return {
    text: {
      head: '',
      result: ({ name }, faces) =>
        faces
          .map(({ box, vector: numbers }) => {
            const where = box === undefined ? '' : `${colours.dim(boxText(box))}  `;
            const some = numbers.slice(0, SHOWN).join(' ');
            return `${colours.bold(name)}  ${where}${some} ${colours.dim(`… (${numbers.length} numbers; --json or --csv gives all)`)}\n`;
          })
          .join(''),
      failure: noFailure,
    },
    json: jsonPrinter((faces) => ({ faces })),
    csv: {
      head: csvRow(['photo', 'face', ...Array.from({ length: DIMENSIONS }, (_, n) => `v${n}`)]),
      result: ({ name }, faces) =>
        faces.map(({ vector: numbers }, n) => csvRow([name, n + 1, ...numbers])).join(''),
      failure: noFailure,
    },
  };
}
