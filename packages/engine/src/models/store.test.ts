import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SAMPLE_PHOTOS } from './sample-photos.js';
import { openStore } from './store.js';

it('has real photographs at hand, in the cache that every checkout of this user shares', async () => {
  const paths = await openStore().ensure(SAMPLE_PHOTOS.map((photo) => photo.name));
  expect(paths.size).toBe(SAMPLE_PHOTOS.length);
  for (const path of paths.values()) {
    const bytes = await readFile(path);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  }
});

it('names a file that no catalogue lists', async () => {
  const name = 'nothing.bin' as 'sface.onnx';
  await expect(openStore().ensure([name])).rejects.toMatchObject({
    code: 'model-missing',
    details: { file: 'nothing.bin' },
  });
});
