import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CHROMIUM_ARGS, findChromium, npm, serveSite } from '@facet/test-support';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelFiles, PHOTOS } from '../browser/facet-page.js';
import { scratch, type Scratch } from '../cli/photos.js';

const PACKAGE = fileURLToPath(new URL('../../packages/browser/', import.meta.url));
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

const PAGE = `<!doctype html><title>App</title><script type="module" src="/main.ts"></script>`;
const MAIN = `import { openFacet, type Analysis } from '@facet/browser';
const facet = await openFacet({ models: '/models/' });
const analysis: Analysis = await facet.analyse(await (await fetch('/photos/sample1.jpg')).blob());
const [first] = analysis.faces;
document.title = first === undefined ? 'nobody' : \`\${analysis.faces.length} faces, \${first.landmarks.length} points\`;
`;
const PLAIN_PAGE = `<!doctype html><title>App</title><script type="module">
${MAIN.replace("openFacet, type Analysis } from '@facet/browser'", "openFacet } from './facet/index.js'").replace(': Analysis', '')}</script>`;
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    types: [],
  },
  files: ['main.ts'],
};

let place: Scratch;
let project: string;
beforeAll(async () => {
  place = await scratch();
  project = place.path('app');
  await mkdir(project, { recursive: true });
  await npm(['pack', '--silent', '--pack-destination', place.folder], PACKAGE);
  const [tarball = ''] = (await readdir(place.folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // Without a registry, so the tarball has to contain whatever the package needs.
  await npm(
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--offline',
      '--cache',
      place.path('empty-cache'),
      join(place.folder, tarball),
    ],
    project,
  );
  await writeFile(join(project, 'index.html'), PAGE);
  await writeFile(join(project, 'main.ts'), MAIN);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
});
afterAll(() => place.remove());

it('installs alone, with its types', async () => {
  expect(await readdir(join(project, 'node_modules', '@facet'))).toEqual(['browser']);
  await promisify(execFile)(process.execPath, [TSC, '-p', project]);
});

it('works in a page without a bundler', async () => {
  const installed = join(project, 'node_modules', '@facet', 'browser', 'dist', 'web');
  await shows({
    '/index.html': { text: PLAIN_PAGE },
    '/facet/': { path: installed },
  });
});

it('works in a page that Vite has built', async () => {
  await build({ root: project, logLevel: 'error', configFile: false, build: { target: 'es2022' } });
  await shows({
    '/index.html': { path: join(project, 'dist', 'index.html') },
    '/assets/': { path: join(project, 'dist', 'assets') },
  });
});

/** Serves a page that analyses a photo, and waits until its title says what it found. */
async function shows(content: Parameters<typeof serveSite>[0]): Promise<void> {
  const site = await serveSite({
    '/': { text: '' },
    '/favicon.ico': { text: '' },
    ...content,
    '/photos/': { path: PHOTOS },
    ...(await modelFiles()),
  });
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage();
    await page.goto(`${site.url}/index.html`);
    await page.waitForFunction(() => document.title === '3 faces, 68 points', null, { timeout: 120_000 });
  } finally {
    await browser.close();
    site.close();
  }
}
