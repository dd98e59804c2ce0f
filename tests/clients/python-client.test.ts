import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Gallery } from '@facet/gallery';
import { saveGallery } from '@facet/gallery/files';
import { searchThreshold } from '@facet/gallery/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHOTOS } from './photos.js';
import { PYTHON, runProgram } from './programs.js';
import { startWithPhotos, type ServiceWithPhotos } from './service.js';

const FOLDER = fileURLToPath(new URL('../../packages/python-client/', import.meta.url));
const API_KEY = 'python-client-key';

let started: ServiceWithPhotos;
let folder: string;
let galleryFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-python-'));
  galleryFile = join(folder, 'people.facet');
  const gallery = new Gallery({ model: 'a-model' });
  const vector = Array.from({ length: 128 }, (_, n) => (n % 7) / 50 + 0.001);
  gallery.enrol('ada', vector, { town: 'Zürich' });
  gallery.enrol('ada', vector.toReversed());
  gallery.enrol('bob', vector.toReversed());
  await saveGallery(gallery, galleryFile);
  started = await startWithPhotos(API_KEY);
});
afterAll(async () => {
  await started.stop();
  await rm(folder, { recursive: true });
});

/** What the search rule of @facet/gallery says, for the Python client to agree with. */
const searchCases = [0, 1, 2, 50, 1000, 123_456, 50_000_000].flatMap((vectors) =>
  [0.0001, 0.01, 0.3].map((falsePositiveRate) => {
    const { threshold, falsePositiveRate: rate } = searchThreshold(
      { vectors, model: undefined },
      { falsePositiveRate },
    );
    return { vectors, falsePositiveRate, threshold, rate };
  }),
);

it('passes its own tests, against this service too', async () => {
  const written = await runProgram(PYTHON, ['-m', 'unittest', '-v'], {
    cwd: FOLDER,
    env: {
      FACET_URL: started.url,
      FACET_API_KEY: API_KEY,
      FACET_PHOTOS: PHOTOS,
      FACET_PHOTOS_URL: started.photosUrl,
      FACET_GALLERY_FILE: galleryFile,
      FACET_SEARCH_CASES: JSON.stringify(searchCases),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  expect(written).toMatch(/Ran \d\d tests/);
  expect(written).toContain('test_finds_people_again');
  expect(written).not.toMatch(/skipped/);
});

it('has types that mypy accepts in strict mode', async () => {
  const written = await runProgram('mypy', ['--cache-dir=/dev/null'], { cwd: FOLDER });
  expect(written).toContain('Success: no issues found');
});
