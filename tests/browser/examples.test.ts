import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSite, type Site } from '@facet/test-support';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ONE_PERSON } from '../portal/camera-film.js';
import { useFilmedBrowser } from '../portal/fake-camera.js';
import { modelFiles, PHOTOS } from './facet-page.js';

const PACKAGES = fileURLToPath(new URL('../../packages/', import.meta.url));

const filmed = useFilmedBrowser({});
let site: Site;
const problems: string[] = [];
beforeAll(async () => {
  await filmed().show({ ...ONE_PERSON, fills: 0.9 });
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
  for (const context of filmed().browser.contexts()) await context.close();
  expect(problems.splice(0)).toEqual([]);
});
afterAll(() => {
  site.close();
});

async function open(name: string): Promise<Page> {
  const context = await filmed().browser.newContext({ permissions: ['camera'] });
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
