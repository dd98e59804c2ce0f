import type { Box } from '@facet/client';
import { cluster as groupFaces } from '@facet/gallery';
import { readdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { openDrawer } from '../draw/drawer.js';
import { coloursFor, type Colours, printable } from '../output/terminal.js';
import { csvRow, boxText, count, jsonLine, noFailure, type FormatFlags } from '../output/printer.js';
import { photosFor } from '../photos/find-photos.js';
import type { Photo } from '../photos/photo.js';
import { hasVector, VECTORS, type DetectedFaceWithVector } from '../source/face-source.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface ClusterFlags extends RunFlags {
  readonly out?: string;
  readonly threshold?: number;
  readonly min?: number;
}

interface CollectedFace {
  readonly photo: Photo;
  readonly face: number;
  readonly box: Box | undefined;
  /** 32-bit floats: a collection has many. */
  readonly vector: Float32Array;
  readonly model: string;
}

interface Person {
  readonly name: string;
  readonly faces: readonly CollectedFace[];
}

export async function cluster(args: readonly string[], flags: ClusterFlags, shell: Shell): Promise<ExitCode> {
  if (flags.out !== undefined) await requireEmpty(resolve(shell.cwd, flags.out), flags.out);
  const collected: CollectedFace[] = [];
  return runPhotos<readonly DetectedFaceWithVector[]>(
    {
      photos: await photosFor(args, flags, shell),
      flags,
      topic: { results: VECTORS, options: { of: 'every', quality: false } },
      printer: { head: '', result: () => '', failure: noFailure },
      work: async (source, { bytes, signal }) =>
        (await source.vectors(bytes, { of: 'every', signal })).filter(hasVector),
      onResult: (photo, faces) => {
        for (const [n, { box, vector, model }] of faces.entries()) {
          collected.push({ photo, face: n + 1, box, vector: Float32Array.from(vector), model });
        }
      },
      finish: async (_result, { output, isComplete }) => {
        // Part of a collection would be grouped differently than all of it.
        if (!isComplete) return;
        const people = peopleOf(collected, flags);
        await output.write(peopleText(people, collected.length, flags, coloursFor(shell.stdout, shell.env)));
        if (flags.out !== undefined) await cutFaces(people, resolve(shell.cwd, flags.out));
      },
    },
    shell,
  );
}

function peopleOf(faces: readonly CollectedFace[], { threshold, min = 1 }: ClusterFlags): Person[] {
  const groups = groupFaces(faces, {
    ...(threshold !== undefined && { threshold }),
    photos: faces.map(({ photo }) => photo.name),
  }).filter((group) => group.length >= min);
  const digits = Math.max(3, String(groups.length).length);
  return groups.map((group, n) => ({
    name: `person-${String(n + 1).padStart(digits, '0')}`,
    faces: group.flatMap((place) => faces[place] ?? []),
  }));
}

function peopleText(people: readonly Person[], total: number, flags: FormatFlags, colours: Colours): string {
  if (flags.json === true) {
    return people
      .map(({ name, faces }) =>
        jsonLine({
          person: name,
          faces: faces.map(({ photo, face, box }) => ({ photo: photo.name, face, box })),
        }),
      )
      .join('');
  }
  if (flags.csv === true) {
    const rows = people.flatMap(({ name, faces }) =>
      faces.map(({ photo, face, box = [] }) => csvRow([name, photo.name, face, ...box])),
    );
    return [csvRow(['person', 'photo', 'face', 'x1', 'y1', 'x2', 'y2']), ...rows].join('');
  }
  const lines = people.flatMap(({ name, faces }) => [
    `${colours.bold(name)}  ${count(faces.length, 'face')}`,
    ...faces.map(
      ({ photo, box }) =>
        `  ${printable(photo.name)}${box === undefined ? '' : `  ${colours.dim(boxText(box))}`}`,
    ),
  ]);
  return `${[...lines, `${count(people.length, 'person', 'people')} in ${count(total, 'face')}`].join('\n')}\n`;
}

const CUTS_AT_ONCE = 4;

/** A folder for each person with their faces cut out: for looking through, and for `facet enrol`. */
async function cutFaces(people: readonly Person[], folder: string): Promise<void> {
  const drawer = openDrawer();
  try {
    const jobs = people.flatMap(({ name, faces }) =>
      faces.flatMap(({ photo, face, box }, n) =>
        box === undefined || photo.path === null
          ? []
          : [{ photo: photo.path, box, out: join(folder, name, cutName(photo.path, face, n)) }],
      ),
    );
    for (let from = 0; from < jobs.length; from += CUTS_AT_ONCE) {
      const some = jobs.slice(from, from + CUTS_AT_ONCE);
      await Promise.all(some.map((job) => drawer.draw({ kind: 'face', ...job })));
    }
  } finally {
    drawer.close();
  }
}

/** Photos of different folders may have the same name; the number in front keeps them apart. */
const cutName = (path: string, face: number, n: number): string =>
  `${String(n + 1).padStart(4, '0')}-${basename(path, extname(path))}-face-${face}.jpg`;

async function requireEmpty(path: string, shown: string): Promise<void> {
  const entries = await readdir(path).catch(() => []);
  if (entries.length > 0) {
    throw new UsageError(
      `--out ${shown} is not empty; name a new folder, so that old and new people do not mix.`,
    );
  }
}
