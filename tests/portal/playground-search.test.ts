import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { PHONE } from './devices.js';
import { signUp, callAccount, PASSWORD } from './sign-up.js';
import { seen } from './navigation.js';
import { photoPath } from './operations.js';
import { ANALYSIS_MS, canvas, clickImageAt, facesOn, SAME_WOMAN, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';

const ownSample = (name: string): string =>
  fileURLToPath(new URL(`../../packages/portal/public/samples/${name}`, import.meta.url));

const portal = usePortal('small plans');
const PROBE = 'Photo to search';

async function enrol(
  page: Page,
  name: string,
  sample: number,
  at?: readonly [number, number],
): Promise<void> {
  await page.getByRole('button', { name: 'Enrol a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enrol a person' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await takeSample(page, 'Photos of this person', sample);
  const photo = page.getByRole('list', { name: 'Photos to enrol' }).locator('.pg-canvas');
  await facesOn(photo);
  if (at !== undefined) await clickImageAt(photo, ...at);
  await dialog.getByRole('button', { name: 'Enrol with 1 photo' }).click();
  await page.getByText(`${name} is enrolled with 1 photo.`).waitFor({ timeout: ANALYSIS_MS });
}

const people = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Enrolled people' }).locator('strong').allInnerTexts();

/** Who the page says each face is, once it knows of all. */
async function names(page: Page, count: number): Promise<string[]> {
  const verdicts = page.getByRole('list', { name: 'Who it is' }).locator('> li p strong');
  await page.waitForFunction(
    (wanted) => {
      const all = [...document.querySelectorAll('[aria-label="Who it is"] > li p strong')];
      return all.length === wanted && all.every(({ textContent }) => textContent !== '…');
    },
    count,
    { timeout: ANALYSIS_MS },
  );
  return verdicts.allInnerTexts();
}

describe.each(PHONE)('search on a %s', (device) => {
  it('finds an enrolled person on another photo, also after a reload; vectors stay in the browser', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    // More faces than the plan lets through at once, so the page must pace itself.
    const { email } = await signUp(visit, 'paced');
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postDataBuffer()?.toString('latin1') ?? ''));
    await go('/playground/search');
    await seen(visit, /^Nobody is enrolled yet/);
    await page.getByRole('checkbox', { name: /^Keep a small picture/ }).check();
    await enrol(page, 'Ada', 1, SAME_WOMAN.sample1);
    await page.getByRole('checkbox', { name: /^Keep a small picture/ }).uncheck();
    await enrol(page, 'Bea', 6);
    expect(await people(page)).toEqual(['Ada', 'Bea']);
    expect(await page.locator('.pg-thumbnail').count()).toBe(1);

    await page.reload();
    await seen(visit, 'Gallery (2)');
    await takeSample(page, PROBE, 3);
    const found = await names(page, 3);
    expect(found.filter((name) => name === 'Ada')).toHaveLength(1);
    expect(found.filter((name) => name === 'Not in the gallery')).toHaveLength(2);
    const ada = page.getByRole('list', { name: 'Who it is' }).locator('> li', { hasText: /^Ada/ });
    expect(await ada.getByRole('listitem').first().innerText()).toMatch(/^Ada\s+0\.[0-4]\d\d$/);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    const kept = await page.evaluate(async (owner) => {
      const opening = indexedDB.open(`facet-people ${owner}`);
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => {
          resolve(opening.result);
        };
      });
      const all = database.transaction('people').objectStore('people').getAll();
      return new Promise<{ vectors: { vector: number[] }[] }[]>((resolve) => {
        all.onsuccess = () => {
          resolve(all.result as { vectors: { vector: number[] }[] }[]);
        };
      });
    }, email);
    const numbers = kept.flatMap(({ vectors }) => vectors.map(({ vector }) => String(vector[0])));
    expect(numbers).toHaveLength(2);
    for (const number of numbers) expect(bodies.some((body) => body.includes(number))).toBe(false);
  });

  it('lets people be renamed, exported, imported and deleted', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'ample');
    await go('/playground/search');
    await enrol(page, 'Ada', 1, SAME_WOMAN.sample1);
    await enrol(page, 'Bea', 6);
    await page.getByRole('button', { name: 'Rename Bea' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await seen(visit, 'Another person already has this name.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Cleo');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Rename Cleo' }).waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const path = await (await downloading).path();
    const file = JSON.parse(await readFile(path, 'utf8')) as {
      people: { name: string; vectors: unknown[] }[];
    };
    expect(file.people.map(({ name, vectors }) => [name, vectors.length])).toEqual([
      ['Ada', 1],
      ['Cleo', 1],
    ]);

    await page.getByRole('button', { name: 'Remove Cleo' }).click();
    await seen(visit, 'Gallery (1)');
    await page.getByRole('button', { name: 'Undo' }).click();
    await seen(visit, 'Gallery (2)');
    expect(await people(page)).toEqual(['Ada', 'Cleo']);
    await page.getByRole('button', { name: 'Remove Cleo' }).click();
    await seen(visit, 'Gallery (1)');
    await page.getByRole('button', { name: 'Delete all' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete all' }).click();
    await seen(visit, /^Nobody is enrolled yet/);
    await page.reload();
    await seen(visit, /^Nobody is enrolled yet/);

    const importer = page.getByLabel('Gallery file to import');
    await importer.setInputFiles({
      name: 'x.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"people":[]}'),
    });
    await seen(visit, 'This file is not a gallery that was exported here.');
    await importer.setInputFiles(path);
    await seen(visit, '2 people are enrolled.');
    expect(await people(page)).toEqual(['Ada', 'Cleo']);

    // Another person in the same browser sees nobody.
    await callAccount(page, '/account/log-out', {});
    await signUp(visit, 'ample');
    await go('/playground/search');
    await seen(visit, /^Nobody is enrolled yet/);
  });

  it('says what is missing: a name, a face, an enrolled person', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'ample');
    await go('/playground/search');
    await seen(visit, /^Nobody is enrolled yet/);
    await page.getByRole('button', { name: 'Enrol a person' }).click();
    await takeSample(page, 'Photos of this person', 6);
    await facesOn(canvas(page));
    await page.getByRole('button', { name: 'Enrol with 1 photo' }).click();
    await seen(visit, 'Enter a name.');
    expect(await axeFindings(page)).toEqual([]);
  });

  it('fills a demo gallery in one click, says what it costs, and writes the names on the boxes', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'ample');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    await go('/playground/search');
    await takeSample(page, PROBE, 3);
    expect(await facesOn(canvas(page))).toBe(3);
    // The photo that was analysed already costs nothing.
    await page.getByRole('button', { name: 'Load the demo gallery (5 calls)' }).click();
    await page.getByText(/^\d+ people are enrolled\./).waitFor({ timeout: 2 * ANALYSIS_MS });
    expect(calls).toEqual(Array<string>(6).fill('/get_image_attr'));
    // Nobody is enrolled from this photo, and one person in it from another.
    await page.locator('.pg-to-search').getByRole('button', { name: 'Sample photo 3' }).waitFor();
    const found = await names(page, 3);
    const known = found.filter((name) => name !== 'Not in the gallery');
    expect(known).toHaveLength(1);
    const tags = await canvas(page).locator('.pg-face-tag[data-named="true"]').allInnerTexts();
    expect(tags).toEqual(known);

    // Bars are as long as the distance, and the threshold stands on the same scale.
    const face = `Face ${found.findIndex((name) => name === known[0]) + 1}`;
    const bars = page.getByRole('list', { name: `Nearest to ${face}` }).getByRole('listitem');
    const widths = await bars
      .locator('.pg-bar-length')
      .evaluateAll((all) => all.map((bar) => Number.parseFloat((bar as HTMLElement).style.width)));
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    const threshold = await bars
      .locator('.pg-bar-threshold')
      .first()
      .evaluate((mark) => Number.parseFloat((mark as HTMLElement).style.left));
    expect(widths[0]).toBeLessThan(threshold);
    expect(widths.at(-1)).toBeGreaterThan(threshold);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  it('enrols a face of the photo by its name, without another call', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'ample');
    await go('/playground/search');
    await takeSample(page, PROBE, 6);
    await facesOn(canvas(page));
    await page.getByRole('textbox', { name: 'Name of face 2' }).fill('Ada');
    await page.keyboard.press('Enter');
    await seen(visit, 'Ada is enrolled with 1 photo.');
    expect(await names(page, 4)).toEqual([
      'Not in the gallery',
      'Ada',
      'Not in the gallery',
      'Not in the gallery',
    ]);
    await seen(visit, '1 call made');
  });

  it('enrols a folder: a subfolder is a person, and the cost is shown first', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'ample');
    await go('/playground/search');
    await seen(visit, /^Nobody is enrolled yet/);
    const folder = await mkdtemp(join(tmpdir(), 'facet-people-'));
    try {
      await mkdir(join(folder, 'Ada'));
      await copyFile(photoPath(6), join(folder, 'Ada', '1.jpg'));
      await copyFile(photoPath(3), join(folder, 'bea_2.jpg'));
      // Two different people under one name.
      await mkdir(join(folder, 'Cleo'));
      await copyFile(ownSample('1-portrait.jpg'), join(folder, 'Cleo', '1.jpg'));
      await copyFile(ownSample('7-look-alike-two.jpg'), join(folder, 'Cleo', '2.jpg'));
      await writeFile(join(folder, 'notes.txt'), 'No photo.');
      await page.getByLabel('Folder of photos to enrol').setInputFiles(folder);
      const dialog = page.getByRole('dialog', { name: 'Enrol from photos' });
      expect((await dialog.getByRole('listitem').allInnerTexts()).sort()).toEqual([
        'Ada 1 photo',
        'Cleo 2 photos',
        'bea 1 photo',
      ]);
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Enrol 3 people (4 calls)' }).click();
      await dialog
        .getByText(/^The photos under Cleo show faces that do not match/)
        .waitFor({ timeout: 2 * ANALYSIS_MS });
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Enrol the others only' }).click();
      await page.getByText('2 people are enrolled.').waitFor({ timeout: ANALYSIS_MS });
      expect(await people(page)).toEqual(['Ada', 'bea']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('leaves nothing in the browser when the account is deleted', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email } = await signUp(visit, 'ample');
    await go('/playground/search');
    await seen(visit, /^Nobody is enrolled yet/);
    const kept = (): Promise<(string | undefined)[]> =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect((await kept()).sort()).toEqual(['facet-last-photo', `facet-people ${email}`]);
    await go('/account/delete');
    await page.getByRole('button', { name: 'Delete account …' }).click();
    await page.getByRole('dialog').getByLabel('Email address of the account').fill(email);
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await seen(visit, 'Your account has been deleted.');
    expect(await kept()).toEqual([]);
  });
});
