import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Gallery } from './gallery.js';
import { VECTOR_MODEL } from './search/impostor-distances.js';
import { GalleryError } from './gallery-error.js';
import { loadGallery, saveGallery } from './gallery-file.js';
import { randomVector, seededRandom } from './gallery.test.fixture.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-gallery-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function someGallery(people: number): Gallery {
  const random = seededRandom(people);
  const gallery = new Gallery({ model: VECTOR_MODEL });
  for (let i = 0; i < people; i++) gallery.enrol(`person ${i}`, randomVector(random), { number: i });
  return gallery;
}

it('comes back from its file', async () => {
  const file = join(folder, 'people.facet');
  const gallery = someGallery(3000);
  await saveGallery(gallery, file);
  // Comparing buffers is much faster than comparing arrays number by number.
  expect(Buffer.compare((await loadGallery(file)).save(), gallery.save())).toBe(0);
  expect(await readdir(folder)).toEqual(['people.facet']);
  // Vectors of faces are nobody else's business.
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
});

it('keeps the old file when writing the new one fails', async () => {
  const file = join(folder, 'people.facet');
  const old = someGallery(2);
  await saveGallery(old, file);
  const broken = {
    *saveChunks(): Generator<Uint8Array, void, undefined> {
      yield new Uint8Array(10);
      throw new Error('the disk is full');
    },
  };
  await expect(saveGallery(broken, file)).rejects.toThrow('the disk is full');
  expect(new Uint8Array(await readFile(file))).toEqual(old.save());
  expect(await readdir(folder)).toEqual(['people.facet']);
});

it('says that a file is damaged, and that there is none', async () => {
  const file = join(folder, 'people.facet');
  const bytes = someGallery(3).save();
  await writeFile(file, bytes.subarray(0, 1000));
  await expect(loadGallery(file)).rejects.toThrow(new GalleryError('file-truncated'));
  await expect(loadGallery(join(folder, 'nothing'))).rejects.toThrow('ENOENT');
});
