import { expect, it, vi } from 'vitest';
import { lazyNet, type Net } from './net.js';

const outputs = { values: () => new Float32Array(1), shape: () => [1] };
const release = vi.fn(() => Promise.resolve());
const madeNet = (): Net => ({ run: () => Promise.resolve(outputs), release });
const INPUT = new Float32Array(2);

it('is loaded by the first run, and once', async () => {
  const load = vi.fn(() => Promise.resolve(madeNet()));
  const net = lazyNet(load);
  expect(load).not.toHaveBeenCalled();
  await Promise.all([net.run(INPUT, [1, 1, 2]), net.run(INPUT, [1, 1, 2])]);
  await net.run(INPUT, [1, 1, 2]);
  expect(load).toHaveBeenCalledTimes(1);
});

it('is tried again after a load that failed', async () => {
  const load = vi.fn(() => Promise.resolve(madeNet())).mockRejectedValueOnce(new Error('no file'));
  const net = lazyNet(load);
  await expect(net.run(INPUT, [1, 1, 2])).rejects.toThrow('no file');
  expect(await net.run(INPUT, [1, 1, 2])).toBe(outputs);
});

it('releases what was loaded, and nothing where nothing was', async () => {
  const used = lazyNet(() => Promise.resolve(madeNet()));
  await used.run(INPUT, [1, 1, 2]);
  await used.release();
  expect(release).toHaveBeenCalledTimes(1);
  const load = vi.fn(() => Promise.resolve(madeNet()));
  await lazyNet(load).release();
  expect(load).not.toHaveBeenCalled();
});
