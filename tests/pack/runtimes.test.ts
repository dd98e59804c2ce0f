import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { INSTALL_DEADLINE_MS, npm, startService, type StartedService } from '@facet/test-support';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portrait, scratch, type Scratch } from '../cli/photos.js';

const PACKAGES = ['client', 'gallery'].map((name) =>
  fileURLToPath(new URL(`../../packages/${name}`, import.meta.url)),
);
const API_KEY = 'runtimes-user-id';
const DEADLINE_MS = 120_000;

/** The programs themselves; the packages named `deno` and `bun` only choose among these. */
const RUNTIMES = {
  node: { package: undefined, program: process.execPath, args: [] },
  deno: {
    package: `@deno/linux-${arch()}-glibc@2.9.5`,
    program: join('node_modules', '@deno', `linux-${arch()}-glibc`, 'deno'),
    args: [
      'run',
      '--node-modules-dir=manual',
      '--no-prompt',
      '--allow-net=127.0.0.1',
      '--allow-read',
      '--allow-write=.',
    ],
  },
  bun: {
    package: `@oven/bun-linux-${bunArch()}@1.4.4`,
    program: join('node_modules', '@oven', `bun-linux-${bunArch()}`, 'bin', 'bun'),
    args: ['run'],
  },
} as const;

/** The newest one: what we ask for is the long-term one, and the oldest that works runs the other tests. */
const NEWEST_NODE = `node-linux-${arch()}`;
const NEWEST_VERSION = '26.10.0';

/** What a program with the packed packages does first: every operation, an error, a gallery in a file. */
const PROGRAM = `
import { readFile } from 'node:fs/promises';
import { FacetClient, FacetError } from '@facet/client';
import { Gallery } from '@facet/gallery';
import { loadGallery, saveGallery } from '@facet/gallery/files';

const [baseUrl, galleryFile] = process.argv.slice(2);
const client = new FacetClient({ baseUrl, apiKey: '${API_KEY}' });
const { score, isMatch } = await client.match('ada.jpg', new Blob([await readFile('grace.jpg')]));
const { confidence } = await client.compare('ada.jpg', 'grace.jpg');
const { faces } = await client.attributes('ada.jpg');
const ada = await client.vector('ada.jpg', { quality: true });
const rejected = await client.vector('nobody.png').catch((error) => error);

const gallery = new Gallery();
gallery.enrol('ada', ada);
await saveGallery(gallery, galleryFile);
const found = (await loadGallery(galleryFile)).search(ada).hits;

console.log(JSON.stringify({
  score, isMatch, confidence, found,
  vector: ada.vector,
  faces: faces.map(({ box, gender, landmarks }) => ({ box, gender, landmarks: Object.keys(landmarks).length })),
  rejected: rejected instanceof FacetError ? rejected.kind : String(rejected),
}));
`;

let place: Scratch;
let service: StartedService;
beforeAll(async () => {
  place = await scratch();
  [service] = await Promise.all([startService({ apiKey: API_KEY }), installPackages()]);
}, INSTALL_DEADLINE_MS);
afterAll(async () => {
  await service.stop();
  await place.remove();
});

it(
  'the packed client and gallery do the same in Node, Deno and Bun',
  { timeout: 4 * DEADLINE_MS },
  async () => {
    const byNode = await outputOf('node');
    expect(byNode).toMatchObject({
      isMatch: true,
      found: [{ id: 'ada' }],
      faces: [{ landmarks: 68 }],
      rejected: 'no-face',
    });
    expect(await outputOf('deno')).toEqual(byNode);
    expect(await outputOf('bun')).toEqual(byNode);
  },
);

it('the service does the same in the newest Node', { timeout: 4 * DEADLINE_MS }, async () => {
  const node = join(place.folder, 'node_modules', NEWEST_NODE, 'bin', 'node');
  const { stdout } = await promisify(execFile)(node, ['--version']);
  expect(stdout.trim()).toBe(`v${NEWEST_VERSION}`);
  const newest = await startService({ apiKey: API_KEY, node });
  try {
    expect(await outputOf('node', newest.url)).toEqual(await outputOf('node'));
  } finally {
    await newest.stop();
  }
});

async function outputOf(name: keyof typeof RUNTIMES, url = service.url): Promise<unknown> {
  const { program, args } = RUNTIMES[name];
  const { stdout } = await promisify(execFile)(program, [...args, 'program.js', url, `people-${name}.fcg`], {
    cwd: place.folder,
    timeout: DEADLINE_MS,
  });
  return JSON.parse(stdout);
}

async function installPackages(): Promise<void> {
  const project = place.folder;
  await mkdir(join(project, 'tarballs'));
  for (const folder of PACKAGES)
    await npm(['pack', '--pack-destination', join(project, 'tarballs'), '--silent'], folder);
  const tarballs = (await readdir(join(project, 'tarballs'))).map((name) => join(project, 'tarballs', name));
  const runtimes = Object.values(RUNTIMES).flatMap((runtime) => runtime.package ?? []);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await npm(
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--ignore-scripts',
      ...tarballs,
      ...runtimes,
      `${NEWEST_NODE}@${NEWEST_VERSION}`,
    ],
    project,
  );
  await writeFile(join(project, 'program.js'), PROGRAM);
  await portrait(0, join(project, 'ada.jpg'));
  await portrait(1, join(project, 'grace.jpg'));
  await sharp({ create: { width: 200, height: 200, channels: 3, background: '#7a8' } })
    .png()
    .toFile(join(project, 'nobody.png'));
}

function bunArch(): string {
  return arch() === 'arm64' ? 'aarch64' : arch();
}
