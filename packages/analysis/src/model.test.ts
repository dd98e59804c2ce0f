import { expect, it, vi } from 'vitest';
import { lazyModel, type Model } from './model.js';

const outputs = { values: () => new Float32Array(1), shape: () => [1] };
const release = vi.fn(() => Promise.resolve());
const fakeModel = (): Model => ({ run: () => Promise.resolve(outputs), release });
const INPUT = new Float32Array(2);

it('is loaded by the first run, and once', async () => {
  const load = vi.fn(() => Promise.resolve(fakeModel()));
  const model = lazyModel(load);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([model.run(INPUT, [1, 1, 2]), model.run(INPUT, [1, 1, 2])]);
  await model.run(INPUT, [1, 1, 2]);
  expect(load).toHaveBeenCalledTimes(1);
});

it('is tried again after a load that failed', async () => {
  const load = vi.fn(() => Promise.resolve(fakeModel())).mockRejectedValueOnce(new Error('no file'));
  const model = lazyModel(load);
  await expect(model.run(INPUT, [1, 1, 2])).rejects.toThrow('no file');
  expect(await model.run(INPUT, [1, 1, 2])).toBe(outputs);
});

it('releases what was loaded, and nothing where nothing was', async () => {
  const used = lazyModel(() => Promise.resolve(fakeModel()));
  await used.run(INPUT, [1, 1, 2]);
  await used.release();
  expect(release).toHaveBeenCalledTimes(1);
  const load = vi.fn(() => Promise.resolve(fakeModel()));
  await lazyModel(load).release();
  expect(load).not.toHaveBeenCalled();
});
