import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GUIDE_GROUPS } from '../../packages/portal/src/guides/build/guide-list.js';
import { overflow } from './axe.js';
import { DEVICE_NAMES } from './devices.js';
import { followMain, heading, seen } from './navigation.js';
import { usePortal } from './portal.js';
import type { Visit } from './visit.js';

const portal = usePortal();
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);

const titleOf = async (file: string): Promise<string> =>
  /^# (.+)$/m.exec(await readFile(`${ROOT}/${file}`, 'utf8'))?.[1] ?? '';

/** Follows a link in the text of a guide. */
const follow = ({ page }: Visit, name: string): Promise<void> =>
  page.getByRole('article').getByRole('link', { name, exact: true }).first().click();

describe.each(DEVICE_NAMES)('the guides on a %s', (device) => {
  it('have examples to copy, which call the service that the page came from', async () => {
    const { page, go } = await portal.open(device);
    await go('/guides/api');
    const { url } = portal.service();
    const example = page.locator('.guide-example', { hasText: `FACET=${url}` }).first();
    await example.getByRole('button', { name: /^Copy example \d+$/ }).click();
    await page.getByText('Copied the example.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`FACET=${url}`);
  });

  it('are reached from the navigation, and lead to each other and to sections', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/');
    await followMain(visit, 'Guides');
    await heading(visit, 'Guides');
    await page.getByRole('main').getByRole('link', { name: 'Getting started' }).click();
    await heading(visit, 'Getting started');
    await seen(visit, 'npm start');

    await follow(visit, 'API guide');
    await heading(visit, 'API guide');
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Face Match' })
      .click();
    await page.waitForURL(/#\/guides\/api\/face-match$/);
    const section = page.getByRole('heading', { level: 2, name: 'Face Match' });
    await expect.poll(() => section.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await section.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200);

    // A link into the middle of another guide, and the way back.
    await page.getByRole('article').getByRole('link', { name: 'Prometheus metrics' }).click();
    await heading(visit, 'Operating');
    await page.waitForURL(/#\/guides\/operating\/monitor$/);
    await page.goBack();
    await heading(visit, 'API guide');
  });

  it('are all there, with their pictures, and fit the screen', async () => {
    const { page, go } = await portal.open(device, { reducedMotion: 'reduce' });
    for (const { name, file } of GUIDES) {
      await go(`/guides/${name}`);
      await page.getByRole('heading', { level: 1, name: await titleOf(file), exact: true }).waitFor();
      for (const image of await page.getByRole('article').getByRole('img').all()) {
        await image.scrollIntoViewIfNeeded();
        await expect
          .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
          .toBeGreaterThan(0);
      }
      expect(await overflow(page), name).toBeLessThanOrEqual(0);
    }
  });
});

it('every link between guides leads to a heading that is there', async () => {
  const { page, go } = await portal.open('desktop');
  const targets = new Set<string>();
  const anchors = new Set<string>();
  for (const { name } of GUIDES) {
    await go(`/guides/${name}`);
    await page.getByRole('article').waitFor();
    anchors.add(`#/guides/${name}`);
    const article = page.getByRole('article');
    for (const id of await article.locator('[id]').evaluateAll((all) => all.map(({ id: text }) => text)))
      anchors.add(`#/guides/${name}/${id.replace(/^guide-/, '')}`);
    for (const href of await article
      .locator('a[href^="#"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
      targets.add(href);
  }
  expect(targets.size).toBeGreaterThan(20);
  targets.delete('#/');
  expect([...targets].filter((target) => !anchors.has(target))).toEqual([]);
});

it('a guide that does not exist is reported as such', async () => {
  const visit = await portal.open('desktop');
  await visit.go('/guides/nothing');
  await seen(visit, 'This guide does not exist');
  await visit.page.getByRole('link', { name: 'See all guides' }).click();
  await heading(visit, 'Guides');
});

it('loads no guide before it is opened', async () => {
  const { page, go } = await portal.open('desktop');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await go('/');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => path.includes('guide') || path.includes('operating'))).toEqual([]);
  await go('/guides/operating');
  await page.getByRole('heading', { level: 1, name: 'Operating' }).waitFor();
  expect(scripts.filter((path) => path.includes('operating'))).toHaveLength(1);
  expect(scripts.filter((path) => path.includes('accuracy'))).toEqual([]);
});
