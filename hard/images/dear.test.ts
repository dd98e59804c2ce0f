import { readFile } from 'node:fs/promises';
import type { StartedService } from '@facet/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo } from '../shared/photos.js';
import { postFiles, startTarget } from '../shared/service.js';

/** How much more work than a photo of the same size an image may make. */
const MOST_TIMES = 5;
const CALLS = 4;
const SIDE = 1024;

let service: StartedService;
beforeAll(async () => {
  service = await startTarget();
});
afterAll(() => service.stop());

/** The work of the processor for the process so far, in ticks: unlike time it does not depend on what else runs. */
async function ticks(): Promise<number> {
  const fields =
    (await readFile(`/proc/${service.process.pid ?? 0}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** For finding all faces: a search for the first one ends early on a photo, and cannot where there is none. */
async function workFor(image: Buffer): Promise<number> {
  const find = (): ReturnType<typeof postFiles> =>
    postFiles(`${service.url}/get_image_attr`, { image_attr: image });
  await find();
  const before = await ticks();
  for (let n = 0; n < CALLS; n++) expect((await find()).status).toBe(200);
  return (await ticks()) - before;
}

const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toBuffer();

it('plain surfaces, in which the detector suspects faces everywhere, make little more work than a photo', async () => {
  const usual = await workFor(
    await sharp(await photo(5))
      .resize(SIDE, SIDE, { fit: 'cover' })
      .png()
      .toBuffer(),
  );
  expect(usual).toBeGreaterThan(0);
  for (const colour of ['#887766', '#000000', '#808080', '#ffffff', '#c09070', '#604030'])
    expect((await workFor(await plain(colour))) / usual, colour).toBeLessThan(MOST_TIMES);
});
