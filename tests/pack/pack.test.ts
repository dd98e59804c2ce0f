import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { INSTALL_DEADLINE_MS, npm } from '@facet/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portrait, scratch, type Scratch } from '../cli/photos.js';

const PACKAGES = [
  'wasm',
  'analysis',
  'model-build',
  'engine',
  'gallery',
  'client',
  'browser',
  'server',
  'portal',
  'cli',
];
const PACKAGES_FOLDER = fileURLToPath(new URL('../../packages/', import.meta.url));

let place: Scratch;
beforeAll(async () => {
  place = await scratch();
});
afterAll(() => place.remove());

const run = promisify(execFile);
it(
  'packs every package so that an empty project can install and use them',
  { timeout: INSTALL_DEADLINE_MS },
  async () => {
    const tarballs = place.path('tarballs');
    const project = place.path('project');
    await mkdir(tarballs, { recursive: true });
    await mkdir(project, { recursive: true });
    for (const name of PACKAGES)
      await npm(['pack', '--pack-destination', tarballs, '--silent'], join(PACKAGES_FOLDER, name));
    const packed = (await readdir(tarballs)).sort();
    expect(packed.map((name) => name.replace(/-\d.*$/, ''))).toEqual(
      PACKAGES.map((name) => `facet-${name}`).sort(),
    );

    const tarballOf = (name: string): string =>
      join(tarballs, packed.find((file) => file.startsWith(`facet-${name}-`)) ?? '');
    await useClientAndGalleryAlone([tarballOf('client'), tarballOf('gallery')]);
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const files = packed.map((name) => join(tarballs, name));
    // The script of onnxruntime-node would fetch libraries for graphics cards; nothing else has one that is needed.
    await npm(
      ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', ...files],
      project,
    );

    const { version } = JSON.parse(await readFile(join(PACKAGES_FOLDER, 'cli', 'package.json'), 'utf8')) as {
      version: string;
    };
    expect((await npm(['exec', '--', 'facet', '--version'], project)).stdout.trim()).toBe(version);

    await writeFile(
      join(project, 'use.js'),
      `import { FacetClient } from '@facet/client';
     import { Gallery, cluster } from '@facet/gallery';
     import { loadGallery } from '@facet/gallery/files';
     import { openEngine } from '@facet/engine';
     import { serve } from '@facet/server/serve';
     import { readConfig } from '@facet/server/config';
     new FacetClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'somebody' });
     console.log([Gallery, cluster, loadGallery, openEngine, serve, readConfig].every((part) => typeof part === 'function'));`,
    );
    expect((await run(process.execPath, ['use.js'], { cwd: project })).stdout.trim()).toBe('true');

    await buildModels(project);

    const photo = await portrait(0, join(project, 'photo.jpg'));
    const { stdout } = await npm(
      ['exec', '--', 'facet', 'detect', photo, '--csv', '--draw', 'drawn.jpg'],
      project,
    );
    expect(stdout).toContain(`${photo},1,1,`);
    expect(await readdir(project)).toContain('drawn.jpg');
  },
);

/** The engine as it was installed builds every model into an empty cache; only the weights come from the user's own. */
async function buildModels(project: string): Promise<void> {
  await writeFile(
    join(project, 'build.js'),
    `import { mkdir, readdir, symlink } from 'node:fs/promises';
     import { openEngine, openStore, weightSources } from '@facet/engine';
     await mkdir('weights');
     for (const [name, path] of await openStore().ensure(weightSources().map((file) => file.name)))
       await symlink(path, 'weights/' + name);
     await (await openEngine({ cacheDir: 'models', sourceDir: 'weights', workers: 1 })).close();
     console.log((await readdir('models/built')).map((name) => name.replace(/-[0-9a-f]{16}-.*/, '')).sort().join());`,
  );
  expect((await run(process.execPath, ['build.js'], { cwd: project })).stdout.trim()).toBe(
    'age-gender,attributes,blendshapes,detector,embedder,landmarks,spoof',
  );
}

/** Installed without a registry, so each tarball has to contain whatever its package needs. */
async function useClientAndGalleryAlone(tarballs: readonly string[]): Promise<void> {
  const project = place.path('client-and-gallery');
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await npm(
    ['install', '--no-audit', '--no-fund', '--offline', '--cache', place.path('empty-cache'), ...tarballs],
    project,
  );
  expect(await readdir(join(project, 'node_modules', '@facet'))).toEqual(['client', 'gallery']);
  await writeFile(
    join(project, 'use.js'),
    `import { FacetClient } from '@facet/client';
     import { Gallery } from '@facet/gallery';
     import { saveGallery, loadGallery } from '@facet/gallery/files';
     new FacetClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: 'somebody' });
     const vector = Array.from({ length: 128 }, (_, n) => (n === 0 ? 1 : 0));
     const gallery = new Gallery({ model: 'test' });
     gallery.enrol('ada', vector);
     await saveGallery(gallery, 'people.fcg');
     console.log((await loadGallery('people.fcg')).has('ada'));`,
  );
  expect((await run(process.execPath, ['use.js'], { cwd: project })).stdout.trim()).toBe('true');
}
