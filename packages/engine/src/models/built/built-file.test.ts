import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtFileName, checkBuilt } from './built-file.js';

const BYTES = Buffer.from('the model as it was built');
const NAME = builtFileName('model', '0123456789abcdef', BYTES);

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-built-'));
  path = join(folder, NAME);
});
afterEach(() => rm(folder, { recursive: true }));

it('accepts a complete built model', async () => {
  await writeFile(path, BYTES);
  await expect(checkBuilt(path)).resolves.toBeUndefined();
});

it('rejects one with a single wrong bit, and names the file', async () => {
  const garbled = Buffer.from(BYTES);
  garbled.writeUInt8(garbled.readUInt8(7) ^ 1, 7);
  await writeFile(path, garbled);
  await expect(checkBuilt(path)).rejects.toMatchObject({ code: 'model-corrupt', details: { path } });
  await expect(checkBuilt(path)).rejects.toThrow(path);
});

it('rejects one that was cut off, and one whose name has no checksum', async () => {
  await writeFile(path, BYTES.subarray(0, 10));
  await expect(checkBuilt(path)).rejects.toMatchObject({ code: 'model-corrupt' });
  const nameless = join(folder, 'model.onnx');
  await writeFile(nameless, BYTES);
  await expect(checkBuilt(nameless)).rejects.toMatchObject({ code: 'model-corrupt' });
});

it('says that one is missing', async () => {
  await expect(checkBuilt(path)).rejects.toMatchObject({ code: 'model-missing', details: { path } });
});
