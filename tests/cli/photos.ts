import { link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Real photographs that come with a package which the tests use anyway. */
export const sample = (number: 1 | 2 | 3 | 4 | 5 | 6): string =>
  fileURLToPath(new URL(`../../node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, import.meta.url));

/** Faces of those photos: where to cut them out. The first two are of one woman, by the look of it. */
const PORTRAITS = [
  { photo: sample(1), left: 1380, top: 120, width: 400, height: 400 },
  { photo: sample(3), left: 980, top: 150, width: 420, height: 460 },
  { photo: sample(3), left: 500, top: 250, width: 400, height: 460 },
  { photo: sample(1), left: 330, top: 290, width: 350, height: 400 },
] as const;

export interface Scratch {
  readonly folder: string;
  readonly path: (...parts: string[]) => string;
  readonly remove: () => Promise<void>;
}

export async function scratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-cli-'));
  return {
    folder,
    path: (...parts) => join(folder, ...parts),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Writes the portrait of that number, counted from 0, `side` pixels wide. */
export async function portrait(number: 0 | 1 | 2 | 3, path: string, side = 240): Promise<string> {
  const { photo, ...part } = PORTRAITS[number];
  await mkdir(dirname(path), { recursive: true });
  await sharp(photo).extract(part).resize({ width: side }).jpeg().toFile(path);
  return path;
}

/** A folder with this many copies of one file. */
export async function manyOf(photo: string, folder: string, count: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths = Array.from({ length: count }, (_, n) => join(folder, `${String(n).padStart(5, '0')}.jpg`));
  for (const path of paths) await link(photo, path);
  return paths;
}
