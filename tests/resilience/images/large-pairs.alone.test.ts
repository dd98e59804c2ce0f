import { percentile, watchMemory, type StartedService } from '@facet/test-support';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postFiles, startTarget, type JsonResponse } from '../shared/service.js';

const MEGABYTE = 1024 * 1024;
/** Both at once would take twice the memory of one. */
const MAX_TIMES = 1.6;
const CALLS = 3;

let service: StartedService;
let large: Buffer;
beforeAll(async () => {
  // One worker for each of the two images, so that they could be decoded side by side.
  service = await startTarget({ FACET_WORKERS: '2' });
  large = await sharp({ create: { width: 6500, height: 5000, channels: 3, background: '#887766' } })
    .jpeg({ progressive: true, quality: 30, chromaSubsampling: '4:2:0' })
    .toBuffer();
});
afterAll(() => service.stop());

/** The growth of the service and its decoders during a call: the median of several, as a single one is noisy. */
async function growthDuring(call: () => Promise<JsonResponse>): Promise<number> {
  const growths: number[] = [];
  for (let n = 0; n < CALLS; n++) {
    const grownBy = await watchMemory(service.process.pid);
    // They were decoded, and show no face.
    expect((await call()).body.code).toBe('3001');
    growths.push(await grownBy());
  }
  return percentile(growths, 0.5);
}

it('takes hardly more memory for two files that a decoder has to hold whole than for one', async () => {
  const one = (): Promise<JsonResponse> => postFiles(`${service.url}/get_face_vec`, { img: large });
  const two = (): Promise<JsonResponse> =>
    postFiles(`${service.url}/match_faces`, { img_1: large, img_2: large });
  // Each worker has decoded one before.
  await two();
  const ofOne = await growthDuring(one);
  const ofTwo = await growthDuring(two);
  console.log(
    `one large progressive file: ${(ofOne / MEGABYTE).toFixed(0)} MB, two: ${(ofTwo / MEGABYTE).toFixed(0)} MB`,
  );
  expect(ofTwo).toBeLessThan(MAX_TIMES * ofOne);
});
