import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_ARGS, findChromium, serveSite, type Site } from '@facet/test-support';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ONE_PERSON, launchWithCamera, writeFilm } from '../portal/fake-camera.js';
import { modelFiles, PHOTOS } from './facet-page.js';

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

let folder: string;
let site: Site;
let browser: Browser;
const problems: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-examples-'));
  const film = join(folder, 'camera.mjpeg');
  const painter = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  await writeFilm(painter, film, { ...ONE_PERSON, fills: 0.9 });
  await painter.close();
  browser = await launchWithCamera(film);
  site = await serveSite({
    '/favicon.ico': { text: '' },
    '/examples/': { path: join(PACKAGES, 'browser', 'examples') },
    '/examples/facet/': { path: join(PACKAGES, 'browser', 'dist', 'web') },
    '/examples/gallery/': { path: join(PACKAGES, 'gallery', 'dist') },
    ...Object.fromEntries(
      Object.entries(await modelFiles()).map(([path, file]) => [`/examples${path}`, file]),
    ),
  });
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  expect(problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  site.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera'] });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`${site.url}/examples/${name}.html`);
  return page;
}

const photo = (n: number): string => join(PHOTOS, `sample${n}.jpg`);

it('shows the faces of a photo', async () => {
  const page = await open('photo');
  await page.locator('input:enabled').waitFor();
  await page.setInputFiles('input', photo(1));
  await page.getByText(/^(fe)?male, .*; (fe)?male, .*; (fe)?male, /i).waitFor();
  expect(await page.locator('canvas').getAttribute('width')).toBe('1920');
});

it('follows a face in front of the camera', async () => {
  const page = await open('camera');
  await page.getByText(/^Smiling: 1: \d+ %$/).waitFor();
});

it('finds a person again, also after the page was loaded anew', async () => {
  const page = await open('gallery');
  await page.fill('#name', 'Ada');
  await page.setInputFiles('#enrol', photo(1));
  await page.getByText('1 people').waitFor();
  await page.reload();
  await page.locator('#find:enabled').waitFor();
  await page.setInputFiles('#find', photo(1));
  await page.getByText('Ada, at a distance of 0.00').waitFor();
  await page.setInputFiles('#find', photo(2));
  await page.getByText('Nobody you know.').waitFor();
});
