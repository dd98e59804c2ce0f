import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY_ROOT } from './common/repository.js';
import { landscape, single, thumbnail, wall } from './samples/compose.js';
import { CROWD, GROUP, LOOK_ALIKES, NOW, PORTRAIT, THEN, type Portrait } from './samples/people.js';

/**
 * Makes the sample photos of the portal out of public-domain portraits:
 *   node scripts/bench.mjs samples <the .git folder of a clone of github.com/unitedstates/images>
 * The portraits are named by their content, so that a clone of any later date gives the same pictures.
 */
const OUTPUT = join(REPOSITORY_ROOT, 'packages/portal/public/samples');
const MAX_BYTES = 20 * 1024 * 1024;
const PORTRAIT_SIZE = [440, 538] as const;
const THUMBNAIL_SIDE = 112;

const [clone] = process.argv.slice(2);
if (clone === undefined)
  throw new Error('Name the .git folder of a clone of github.com/unitedstates/images.');

const read = async ({ blob }: Portrait): Promise<Buffer> => {
  const args = [`--git-dir=${clone}`, 'cat-file', 'blob', blob];
  const options = { encoding: 'buffer', maxBuffer: MAX_BYTES } as const;
  return (await promisify(execFile)('git', args, options)).stdout;
};
const one = async (portrait: Portrait): Promise<Buffer> => single(await read(portrait), ...PORTRAIT_SIZE);
const several = async (
  portraits: readonly Portrait[],
  columns: number,
  width: number,
  height: number,
): Promise<Buffer> => wall(await Promise.all(portraits.map(read)), columns, { width, height });

const pictures: Readonly<Record<string, Buffer>> = {
  '1-portrait.jpg': await one(PORTRAIT),
  '2-group.jpg': await several(GROUP, 3, 320, 370),
  '3-crowd.jpg': await several(CROWD, 6, 160, 180),
  '4-same-person-then.jpg': await one(THEN),
  '5-same-person-now.jpg': await one(NOW),
  '6-look-alike-one.jpg': await one(LOOK_ALIKES[0]),
  '7-look-alike-two.jpg': await one(LOOK_ALIKES[1]),
  '8-no-face.jpg': await landscape(),
};

await rm(OUTPUT, { recursive: true, force: true });
await mkdir(join(OUTPUT, 'thumbs'), { recursive: true });
for (const [name, picture] of Object.entries(pictures)) {
  await writeFile(join(OUTPUT, name), picture);
  const small = await thumbnail(picture, THUMBNAIL_SIDE);
  await writeFile(join(OUTPUT, 'thumbs', name), small);
  console.log(
    `${name}: ${Math.round(picture.length / 1024)} KB, thumbnail ${Math.round(small.length / 1024)} KB`,
  );
}
