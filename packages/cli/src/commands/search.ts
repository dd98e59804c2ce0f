import type { Box } from '@facet/client';
import type { Gallery, SearchResult } from '@facet/gallery';
import { roundedDistance } from '@facet/server/results';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { coloursFor, type Colours, printable } from '../output/terminal.js';
import {
  csvRow,
  type Cell,
  boxText,
  choosePrinter,
  count,
  jsonPrinter,
  noFailure,
  type Printer,
} from '../output/printer.js';
import { photosFor } from '../photos/find-photos.js';
import { hasVector, VECTORS, type DetectedFaceWithVector } from '../source/face-source.js';
import { existingGallery, onGallery } from './gallery.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface SearchFlags extends RunFlags {
  readonly gallery: string;
  readonly top?: number;
  readonly threshold?: number;
  readonly falsePositiveRate?: number;
}

interface FoundPerson extends SearchResult {
  readonly box: Box | undefined;
}

export async function search(args: readonly string[], flags: SearchFlags, shell: Shell): Promise<ExitCode> {
  if (flags.threshold !== undefined && flags.falsePositiveRate !== undefined) {
    throw new UsageError(
      'Give --threshold or --false-positive-rate, not both: each decides how near a person must be.',
    );
  }
  const gallery = await existingGallery(flags.gallery, shell);
  const printer = choosePrinter(flags, searchPrinters(coloursFor(shell.stdout, shell.env)));
  return runPhotos<readonly DetectedFaceWithVector[]>(
    {
      photos: await photosFor(args, flags, shell),
      flags,
      // The journal holds vectors, so it stays valid when the gallery changes.
      topic: { results: VECTORS, options: { of: 'every', quality: false } },
      printer: {
        ...printer,
        result: (photo, faces) =>
          printer.result(
            photo,
            onGallery(flags.gallery, () => people(gallery, faces, flags)),
          ),
      },
      work: async (source, { bytes, signal }) =>
        (await source.vectors(bytes, { of: 'every', signal })).filter(hasVector),
    },
    shell,
  );
}

function people(
  gallery: Gallery,
  faces: readonly DetectedFaceWithVector[],
  { top = 1, threshold, falsePositiveRate }: SearchFlags,
): FoundPerson[] {
  const results = gallery.searchPhoto(faces, { k: top, threshold, falsePositiveRate });
  return results.map((result, n) => ({ ...result, box: faces[n]?.box }));
}

/** How near a person had to be, which is the same for all faces of a search. */
function ruleText([first]: readonly FoundPerson[]): string {
  if (first === undefined) return '';
  const { threshold, falsePositiveRate } = first;
  const rate = falsePositiveRate === undefined ? '' : `; false positive rate ${rateText(falsePositiveRate)}`;
  return `  (threshold ${threshold.toFixed(3)}${rate})`;
}

const rateText = (rate: number): string =>
  rate > 0.5 ? 'above 1 in 2' : `1 in ${Math.round(1 / Math.max(rate, 1e-9)).toLocaleString('en')}`;

export function searchPrinters(
  colours: Colours,
): Record<'text' | 'json' | 'csv', Printer<readonly FoundPerson[]>> {
  return {
    text: {
      head: '',
      result: ({ name }, faces) =>
        [
          `${colours.bold(printable(name))}  ${count(faces.length, 'face')}${colours.dim(ruleText(faces))}`,
          ...faces.map(({ box, hits }, n) => {
            const found = hits.map(
              ({ id, distance }) => `${colours.green(printable(id))} ${distance.toFixed(3)}`,
            );
            const where = box === undefined ? '' : `${colours.dim(boxText(box))}  `;
            return `  ${colours.cyan(String(n + 1))}  ${where}${found.length > 0 ? found.join(', ') : 'nobody'}`;
          }),
          '',
        ].join('\n'),
      failure: noFailure,
    },
    json: jsonPrinter((faces) => ({
      faces: faces.map(({ box, hits, threshold, falsePositiveRate }) => ({
        box,
        threshold: roundedDistance(threshold),
        false_positive_rate: falsePositiveRate,
        hits: hits.map(({ id, distance }) => ({ id, distance: roundedDistance(distance) })),
      })),
    })),
    csv: {
      head: csvRow(['photo', 'face', 'x1', 'y1', 'x2', 'y2', 'rank', 'id', 'distance', 'threshold']),
      result: ({ name }, faces) =>
        faces
          .flatMap(({ box = [], hits, threshold }, n) => {
            const face: Cell[] = [name, n + 1, ...box];
            if (hits.length === 0) return csvRow([...face, '', '', '', roundedDistance(threshold)]);
            return hits.map(({ id, distance }, rank) =>
              csvRow([...face, rank + 1, id, roundedDistance(distance), roundedDistance(threshold)]),
            );
          })
          .join(''),
      failure: noFailure,
    },
  };
}
