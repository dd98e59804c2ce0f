import { readFile } from 'node:fs/promises';
import { WEB_MODELS } from '@facet/analysis/web-models.js';
import { expect, it } from 'vitest';
import { WEB } from './facet-page.js';

const MEGABYTE = 1e6;
/** All files of a page but the models. */
const RUNTIME = ['index.js', 'worker.js', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];

it('the models of a page stay small', () => {
  const { embedder, spoof, ...others } = WEB_MODELS;
  const bytes = Object.values(others).reduce((sum, model) => sum + model.bytes, 0);
  expect(Object.keys(others).sort()).toEqual([
    'age-gender',
    'attributes',
    'blendshapes',
    'detector',
    'landmarks',
  ]);
  expect(bytes).toBeLessThanOrEqual(10 * MEGABYTE);
  expect(embedder.bytes).toBeLessThanOrEqual(10 * MEGABYTE);
  expect(spoof.bytes).toBeLessThanOrEqual(2 * MEGABYTE);
});

it('the program of a page stays small once it is compressed', async () => {
  const files = await Promise.all(RUNTIME.map((name) => readFile(`${WEB}${name}.br`)));
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(4 * MEGABYTE);
});
