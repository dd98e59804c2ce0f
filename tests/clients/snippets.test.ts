import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiRequest, ImageSource } from '../../packages/portal/src/analysis/request.js';
import { codeSample } from '../../packages/portal/src/code/code-sample.js';
import { PHOTOS } from './photos.js';
import { PYTHON, runProgram } from './programs.js';
import { startWithPhotos, type ServiceWithPhotos } from './service.js';

/** Debian has no C#: its snippets are not run. */
const PROGRAMS = {
  python: { file: 'facet.py', program: PYTHON, args: [] },
  go: { file: 'facet.go', program: 'go', args: ['run'] },
  java: { file: 'Facet.java', program: 'java', args: [] },
  php: { file: 'facet.php', program: 'php', args: [] },
} as const;

const LANGUAGES = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[];
const SNIPPETS = new URL('../../docs/snippets/', import.meta.url);
const API_KEY = 'snippets-key';

let folder: string;
let started: ServiceWithPhotos;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-snippets-'));
  started = await startWithPhotos(API_KEY);
});
afterAll(async () => {
  await started.stop();
  await rm(folder, { recursive: true });
});

const file = (name: string): ImageSource => ({ kind: 'file', id: name, name, bytes: new Blob([]) });
const photoUrl = (name: string): ImageSource => ({ kind: 'url', url: `${started.photosUrl}/${name}?'"=\\` });

/** Runs a sample in a folder of its own beside the photos, and gives back what it wrote. */
async function runSample(language: keyof typeof PROGRAMS, name: string, code: string): Promise<string> {
  const own = join(folder, `${language}-${name}`);
  await mkdir(own);
  await copyFile(join(PHOTOS, 'sample1.jpg'), join(own, 'ada.jpg'));
  await copyFile(join(PHOTOS, 'sample3.jpg'), join(own, "visitor's photo.jpg"));
  await copyFile(join(PHOTOS, 'sample3.jpg'), join(own, 'visitor.jpg'));
  const { file: fileName, program, args } = PROGRAMS[language];
  await writeFile(join(own, fileName), code);
  return runProgram(program, [...args, fileName], { cwd: own });
}

it.each(LANGUAGES)('the snippet in %s runs as it is in docs/snippets', async (language) => {
  const text = await readFile(new URL(`match/${PROGRAMS[language].file}`, SNIPPETS), 'utf8');
  const here = text.replace('http://127.0.0.1:8080', started.url).replace('your-api-key', API_KEY);
  expect(await runSample(language, 'docs', here)).toContain('not a match');
});

describe('the Python that the portal writes', () => {
  const sample = (request: ApiRequest): string =>
    codeSample('python', request, { baseUrl: started.url, apiKey: API_KEY });

  it('uploads two files', async () => {
    const written = await runSample(
      'python',
      'files',
      sample({
        path: '/match_faces',
        query: [
          ['bboxes_1', '1479,221,1665,425'],
          ['bboxes_2', '1075,234,1295,514'],
        ],
        images: [
          { field: 'img_1', source: file('ada.jpg') },
          { field: 'img_2', source: file("visitor's photo.jpg") },
        ],
      }),
    );
    expect(written).toMatch(/['"]status['"]: ?['"]match['"]/);
  });

  it('sends an address', async () => {
    const images = [{ field: 'image_attr', source: photoUrl('sample3.jpg') }];
    const written = await runSample('python', 'url', sample({ path: '/get_image_attr', query: [], images }));
    expect(written).toContain('face_id_2');
  });

  it('sends a file beside an address as Base64', async () => {
    const images = [
      { field: 'img_1', source: file("visitor's photo.jpg") },
      { field: 'img_2', source: photoUrl('sample3.jpg') },
    ];
    const written = await runSample('python', 'mixed', sample({ path: '/match_faces', query: [], images }));
    expect(written).toMatch(/['"]status['"]: ?['"]match['"]/);
  });

  it('ends with a failure when the service rejects the call', async () => {
    const images = [{ field: 'img', source: file('ada.jpg') }];
    const request = { path: '/get_face_vec', query: [['quality', 'good']], images } as const;
    const rejected = runSample('python', 'rejected', sample(request));
    await expect(rejected).rejects.toThrow(/2002/);
  });
});
