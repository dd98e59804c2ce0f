import { watchMemory, type StartedService } from '@facet/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postFiles, startTarget, type Answer } from '../shared/service.js';

const MEGABYTE = 1024 * 1024;
const MOST_GROWTH_BYTES = 150 * MEGABYTE;

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

const matchLarge = (): Promise<Answer> =>
  postFiles(`${service.url}/match_faces`, { img_1: large, img_2: large });

it('takes no more memory for two files that a decoder has to hold whole than for one', async () => {
  await matchLarge();
  const grownBy = await watchMemory(service.process.pid);
  const { body } = await matchLarge();
  // They were decoded, and show no face.
  expect(body.code).toBe('3001');
  const growth = await grownBy();
  console.log(`two large progressive files: ${(growth / MEGABYTE).toFixed(0)} MB`);
  expect(growth).toBeLessThan(MOST_GROWTH_BYTES);
});
