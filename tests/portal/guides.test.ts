import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GUIDE_GROUPS } from '../../packages/portal/src/guides/build/guide-list.js';
import { axeFindings, axeFindingsInBothColours, overflow, useColours } from './axe.js';
import { PHONE } from './devices.js';
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

describe.each(PHONE)('the guides on a %s', (device) => {
  it('have examples to copy, which call the service that the page came from', async () => {
    const { page, go } = await portal.open(device);
    await go('/guides/api');
    const { url } = portal.service();
    const example = page.locator('.guide-example', { hasText: `FACET=${url}` }).first();
    await example.getByRole('button', { name: /^Copy example \d+$/ }).click();
    await page.getByText('Copied the example.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`FACET=${url}`);
  });

  it('are found with the errors and the reference, by the keyboard alone', async () => {
    const { page, go } = await portal.open(device, { colorScheme: 'dark', reducedMotion: 'reduce' });
    await go('/guides');
    const field = page.getByRole('searchbox', { name: 'Search' });
    const results = page.getByRole('search').getByRole('link');
    await field.focus();
    await page.keyboard.type('enrolment che');
    await results.first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => results.first().evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => results.count()).toBe(0);

    await page.keyboard.type('enrolment check api');
    await results.filter({ hasText: 'API guide' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/guides\/api\/enrolment-check$/);

    await field.focus();
    await page.keyboard.type('4292');
    await results.filter({ hasText: 'Error codes' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/errors\/4292$/);

    await field.focus();
    await page.keyboard.type('get_face_vec');
    await results.filter({ hasText: 'API reference' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/reference\/getFaceVec$/);
    await field.fill('xyzzy');
    await page.getByText('Nothing found for “xyzzy”.').waitFor();
  });

  it('have coloured examples that can be read, in light and in dark colours', async () => {
    const { page, go } = await portal.open(device, { reducedMotion: 'reduce' });
    const colours = (): Promise<number> =>
      page
        .locator('.guide-example :is(.hljs-string, .hljs-comment, .hljs-keyword, .hljs-built_in, .hljs-attr)')
        .evaluateAll((words) => new Set(words.map((word) => getComputedStyle(word).color)).size);
    for (const name of ['api', 'client', 'python', 'accounts']) {
      await go(`/guides/${name}`);
      await page.locator('.guide-example .hljs-string').first().waitFor();
      expect(await axeFindingsInBothColours(page), name).toEqual([]);
      for (const colorScheme of ['dark', 'light'] as const) {
        await useColours(page, colorScheme);
        expect(await colours(), name).toBeGreaterThan(1);
      }
    }
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
      expect(await page.getByRole('article').innerText(), name).not.toMatch(
        /http:\/\/(?:127\.0\.0\.1|localhost):8080(?!\d)|service\.invalid/,
      );
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
  expect(scripts.filter((path) => /guide|operating|search-index/.test(path))).toEqual([]);
  await go('/guides/operating');
  await page.getByRole('heading', { level: 1, name: 'Operating' }).waitFor();
  expect(scripts.filter((path) => path.includes('operating'))).toHaveLength(1);
  expect(scripts.filter((path) => path.includes('accuracy'))).toEqual([]);
});
