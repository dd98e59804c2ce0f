import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { type Colours, coloursFor, printable } from '../output/terminal.js';
import { csvRow, boxText, choosePrinter, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import { photosFor } from '../photos/find-photos.js';
import { hasVector, VECTORS, type FaceResult } from '../source/face-source.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface VectorFlags extends RunFlags {
  readonly quality?: boolean;
  readonly enrolment?: boolean;
  readonly all?: boolean;
}

const DIMENSIONS = 128;
const SHOWN = 4;

export async function vector(args: readonly string[], flags: VectorFlags, shell: Shell): Promise<ExitCode> {
  const of = flags.all === true ? 'every' : 'first';
  const quality = flags.quality === true;
  const enrolment = flags.enrolment === true;
  if (enrolment && of === 'every') {
    throw new UsageError('--enrolment is about photos of one person; leave out --all.');
  }
  return runPhotos<Faces>(
    {
      photos: await photosFor(args, flags, shell),
      flags,
      topic: { results: VECTORS, options: { of, quality, ...(enrolment && { enrolment }) } },
      printer: choosePrinter(flags, vectorPrinters(coloursFor(shell.stdout, shell.env), of)),
      work: (source, { bytes, signal }) => source.vectors(bytes, { of, quality, enrolment, signal }),
    },
    shell,
  );
}

type Faces = readonly FaceResult[];

function vectorPrinters(
  colours: Colours,
  of: 'first' | 'every',
): Record<'text' | 'json' | 'csv', Printer<Faces>> {
  return {
    text: {
      head: '',
      result: ({ name }, faces) =>
        faces
          .map((face) => {
            const { box } = face;
            const where = box === undefined ? '' : `${colours.dim(boxText(box))}  `;
            if (!hasVector(face))
              return `${colours.bold(printable(name))}  ${where}${colours.yellow(face.rejected)}\n`;
            const { vector: numbers } = face;
            const some = numbers.slice(0, SHOWN).join(' ');
            return `${colours.bold(printable(name))}  ${where}${some} ${colours.dim(`… (${numbers.length} numbers; --json or --csv gives all)`)}\n`;
          })
          .join(''),
      failure: noFailure,
    },
    json: jsonPrinter((faces) => ({ faces })),
    csv: {
      head: csvRow([
        'photo',
        'face',
        ...(of === 'every' ? ['x1', 'y1', 'x2', 'y2'] : []),
        ...Array.from({ length: DIMENSIONS }, (_, n) => `v${n}`),
      ]),
      result: ({ name }, faces) =>
        faces
          .map((face, n) =>
            // A row has numbers only; --json says why a face was rejected.
            hasVector(face) ? csvRow([name, n + 1, ...(face.box ?? []), ...face.vector]) : '',
          )
          .join(''),
      failure: noFailure,
    },
  };
}
