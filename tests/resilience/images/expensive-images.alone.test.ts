import { MAX_FACES } from '@facet/engine';
import { mosaic, processFigures, type StartedService } from '@facet/test-support';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall } from '../shared/good-call.js';
import { photo } from '../shared/photos.js';
import { postFiles, startTarget, API_KEY, type JsonResponse } from '../shared/service.js';
import { tilesOfPhotos } from './tiles-of-photos.js';

/** How much more work than a photo of the same size an image may make. */
const MAX_TIMES = { plain: 4, ofFaces: 10, firstOfFaces: 4 };
const CALLS = 4;
const SIDE = 1024;
const POLL = { interval: 20, timeout: 30_000 };

let service: StartedService;
/** The work for a photo of a few people. */
let usual = 0;
beforeAll(async () => {
  service = await startTarget();
  const image = await sharp(await photo(5))
    .resize(SIDE, SIDE, { fit: 'cover' })
    .png()
    .toBuffer();
  await findAll(image);
  usual = await workFor(() => findAll(image), CALLS);
  expect(usual).toBeGreaterThan(0);
});
afterAll(() => service.stop());

/** CPU time of the process so far; unlike elapsed time, it does not depend on other load. */
const workSoFar = async (): Promise<number> => (await processFigures(service.process.pid)).cpuSeconds;

/** The work for one call, on average. */
async function workFor(call: () => Promise<JsonResponse>, calls: number): Promise<number> {
  const before = await workSoFar();
  for (let n = 0; n < calls; n++) expect((await call()).status).toBe(200);
  return ((await workSoFar()) - before) / calls;
}

/** All faces: a search for the first face ends early on a photo, but not if there is none. */
const findAll = (image: Buffer): Promise<JsonResponse> =>
  postFiles(`${service.url}/get_image_attr`, { image_attr: image });

const facesOf = ({ body }: JsonResponse): number =>
  Object.keys(body.data['attributes'] as object).filter((key) => key.startsWith('face_id_')).length;

describe('plain surfaces, in which the detector suspects faces everywhere', () => {
  const plain = (background: string): Promise<Buffer> =>
    sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
      .png()
      .toBuffer();

  it.each(['#887766', '#000000', '#808080', '#ffffff', '#c09070', '#604030'])(
    'make little more work than a photo: %s',
    async (colour) => {
      const image = await plain(colour);
      expect((await workFor(() => findAll(image), CALLS)) / usual).toBeLessThan(MAX_TIMES.plain);
    },
  );
});

describe('a picture made of hundreds of faces', () => {
  let tiles: readonly Buffer[];
  beforeAll(async () => {
    tiles = await tilesOfPhotos(service.url);
  });

  it.each([48, 64])('makes bounded work, and has bounded faces: %d px each', async (tile) => {
    const image = await mosaic(tiles, SIDE, tile);
    let faces = 0;
    const all = await workFor(async () => {
      const response = await findAll(image);
      faces = facesOf(response);
      return response;
    }, 1);
    const first = await workFor(() => postFiles(`${service.url}/get_face_vec`, { img: image }), 1);
    console.log(
      `${faces} faces of ${tile} px: ${(all / usual).toFixed(1)} and ${(first / usual).toFixed(1)} photos`,
    );
    expect(faces).toBeGreaterThan(MAX_FACES / 2);
    expect(faces).toBeLessThanOrEqual(MAX_FACES);
    expect(all / usual).toBeLessThan(MAX_TIMES.ofFaces);
    expect(first / usual).toBeLessThan(MAX_TIMES.firstOfFaces);
  });

  it('keeps nobody waiting once its caller has gone', async () => {
    const { stillResponds } = await goodCall(service.url);
    const image = await mosaic(tiles, SIDE, 56);
    const whole = await workFor(() => findAll(image), 1);
    const gone = new AbortController();
    const form = new FormData();
    form.append('image_attr', new Blob([Uint8Array.from(image)]));
    const before = await workSoFar();
    const call = fetch(`${service.url}/get_image_attr`, {
      method: 'POST',
      headers: { user_id: API_KEY },
      body: form,
      signal: gone.signal,
    });
    call.catch(() => undefined);
    // It is running once some of that work is done.
    await expect.poll(async () => (await workSoFar()) - before, POLL).toBeGreaterThan(whole / 5);
    gone.abort();
    await expect(call).rejects.toThrow('aborted');
    // There is only one worker: a response shows that it is free.
    await stillResponds();
    expect((await workSoFar()) - before).toBeLessThan(whole / 2 + usual);
  });
});
