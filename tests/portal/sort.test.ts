import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, axeFindingsInBothColours, overflow } from './axe.js';
import { PHONE } from './devices.js';
import { tabTo } from './keyboard.js';
import { seen } from './navigation.js';
import { photoPath } from './operations.js';
import { ANALYSIS_MS } from './playground-photos.js';
import { usePortal } from './portal.js';
import { signUp } from './sign-up.js';
import type { Visit } from './visit.js';

const portal = usePortal('small plans');
const ownSample = (name: string): string =>
  fileURLToPath(new URL(`../../packages/portal/public/samples/${name}`, import.meta.url));

/** One woman is in both group photos, another in both portraits; four others are seen once. */
const PHOTOS: Readonly<Record<string, string>> = {
  'group-1.jpg': photoPath(1),
  'group-2.jpg': photoPath(3),
  'then.jpg': ownSample('4-same-person-then.jpg'),
  'now.jpg': ownSample('5-same-person-now.jpg'),
  'nobody.jpg': ownSample('8-no-face.jpg'),
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-sort-'));
  for (const [name, path] of Object.entries(PHOTOS)) await copyFile(path, join(folder, name));
  await writeFile(join(folder, 'notes.txt'), 'No photo.');
  await writeFile(join(folder, 'broken.jpg'), 'No photo either.');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const group = (page: Page, n: number): Locator =>
  page.getByRole('list', { name: 'Groups' }).locator('.sort-group').nth(n);
const name = (page: Page, n: number): Locator => page.getByRole('textbox', { name: `Name of group ${n}` });

/** The file names of the photos in each group. */
const groups = (page: Page): Promise<string[][]> =>
  page
    .locator('.sort-group')
    .evaluateAll((all) =>
      all.map((one) =>
        [...one.querySelectorAll('.face-grid-face')]
          .map((face) => face.getAttribute('aria-label')?.split('/').at(-1) ?? '')
          .sort(),
      ),
    );

async function open(visit: Visit): Promise<void> {
  await visit.go('/playground/sort');
  await seen(visit, 'Sort photos by person');
}

async function sort(visit: Visit): Promise<void> {
  await open(visit);
  await visit.page.getByLabel('Folder of photos to sort').setInputFiles(folder);
  await visit.page.getByRole('button', { name: 'Sort 6 photos (6 calls)' }).click();
  await visit.page
    .getByRole('heading', { name: '6 groups of 8 faces from 6 photos' })
    .waitFor({ timeout: 2 * ANALYSIS_MS });
}

describe.each(PHONE)('sorting a folder on a %s', (device) => {
  it('gathers the faces of each person, which become a gallery and a table', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    const { page, go } = visit;
    await signUp(visit, 'ample');
    await open(visit);
    expect(await axeFindingsInBothColours(page)).toEqual([]);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.postDataBuffer()?.toString('latin1') ?? '');
    });
    let begun = 0;
    await page.route('**/get_image_attr*', async (route) => {
      begun += 1;
      // The last photo arrives when the time left has been said.
      if (begun === 5) await page.getByText(/^\d photos of 6 sorted, about \d+ \w+ left$/).waitFor();
      await route.continue();
    });
    await sort(visit);
    // A file that is no photo costs nothing, and no file name leaves the browser.
    expect(calls).toHaveLength(5);
    expect(calls.filter((body) => /filename="(?!photo\.jpg")/.test(body))).toEqual([]);
    await seen(visit, '1 photo without a face.');
    await seen(visit, /broken\.jpg: Your browser cannot read “broken\.jpg”/);
    const found = await groups(page);
    expect(found.filter(({ length }) => length > 1).sort()).toEqual([
      ['group-1.jpg', 'group-2.jpg'],
      ['now.jpg', 'then.jpg'],
    ]);
    expect(await axeFindingsInBothColours(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    const portraits = found.findIndex((photos) => photos.includes('now.jpg'));
    await name(page, portraits + 1).fill('Zoe');
    await name(page, 2 - portraits).fill('=Ada');
    await page.getByRole('checkbox', { name: 'Keep a small picture of each face' }).check();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the table (CSV)' }).click();
    const table = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
    expect(table).toHaveLength(10);
    expect(table).toContain(`Zoe,${portraits + 1},${folder.split('/').at(-1)}/then.jpg`);
    expect(table.filter((line) => line.startsWith("'=Ada,"))).toHaveLength(2);

    await page.getByRole('button', { name: 'Add 2 people to the gallery' }).click();
    await seen(visit, 'They are in your gallery');
    expect(await axeFindingsInBothColours(page)).toEqual([]);
    await go('/playground/search');
    await seen(visit, 'Gallery (2)');
    expect(await page.locator('.pg-thumbnail').count()).toBe(2);

    // Going away and back costs nothing.
    await go('/playground/sort');
    await page.getByRole('heading', { name: '6 groups of 8 faces from 6 photos' }).waitFor();
    expect(calls).toHaveLength(5);
  });

  it('lets groups be split and merged with the keyboard alone, and undoes it', async () => {
    const visit = await portal.open(device);
    const { page } = visit;
    await signUp(visit, 'ample');
    await sort(visit);
    const before = await groups(page);
    await name(page, 1).focus();
    await tabTo(page, 'Select all of Group 1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await seen(visit, '1 face selected');
    expect(await axeFindings(page)).toEqual([]);
    await tabTo(page, 'Move');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^7 groups of 8 faces/ }).waitFor();
    expect((await groups(page)).map(({ length }) => length)).toEqual([1, 1, 2, 1, 1, 1, 1]);

    // Two groups with one name are one person.
    await name(page, 1).focus();
    await page.keyboard.type('Ned');
    await name(page, 2).focus();
    await page.keyboard.type('ned');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^6 groups of 8 faces/ }).waitFor();
    expect(await groups(page)).toEqual(before);
    for (const count of [7, 7, 7, 6]) {
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: new RegExp(`^${count} groups of 8 faces`) }).waitFor();
    }
    expect(await groups(page)).toEqual(before);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  it('stops when there are no calls left, or when told to, and keeps what is there', async () => {
    const visit = await portal.open(device);
    const { page } = visit;
    await signUp(visit, 'four');
    await open(visit);
    await page.getByLabel('Photos to sort', { exact: true }).setInputFiles(Object.values(PHOTOS));
    await seen(visit, 'You have 4 calls left this month.');
    let responses = 0;
    await page.route('**/get_image_attr*', async (route) => {
      responses += 1;
      // The second photo arrives when the button has been pressed.
      if (responses === 2) await page.getByRole('button', { name: 'Stopping' }).waitFor();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Sort the first 4 photos (4 calls)' }).click();
    await page.getByRole('progressbar', { name: 'Photos sorted' }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page
      .getByRole('button', { name: /^Continue with the first \d photos?/ })
      .waitFor({ timeout: ANALYSIS_MS });
    const kept = (await groups(page)).flat().length;
    expect(kept).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await seen(visit, 'You have no calls left this month.');
    expect((await groups(page)).flat().length).toBeGreaterThanOrEqual(kept);
    expect(await axeFindings(page)).toEqual([]);
  });
});

it('offers the faces of a crowd that need further calls, and says how many', async () => {
  const visit = await portal.open('desktop');
  const { page } = visit;
  await signUp(visit, 'ample');
  await open(visit);
  await page.getByLabel('Photos to sort', { exact: true }).setInputFiles(ownSample('3-crowd.jpg'));
  await page.getByRole('button', { name: 'Sort 1 photo (1 call)' }).click();
  const more = page.getByRole('button', { name: /^Sort them too \(\d calls?\)$/ });
  await more.waitFor({ timeout: ANALYSIS_MS });
  const before = (await groups(page)).flat().length;
  await more.click();
  await more.waitFor({ state: 'hidden', timeout: 2 * ANALYSIS_MS });
  await expect.poll(() => groups(page).then((all) => all.flat().length)).toBeGreaterThan(before);
  // They are all in one photo, so no two of them are one person.
  expect((await groups(page)).every(({ length }) => length === 1)).toBe(true);
});

it('moves a face and merges a group by dragging', async () => {
  const visit = await portal.open('desktop');
  const { page } = visit;
  await signUp(visit, 'ample');
  await sort(visit);
  await group(page, 0).locator('.face-grid-face').first().dragTo(group(page, 1));
  await seen(visit, '1 face moved to Group 2.');
  expect((await groups(page)).map(({ length }) => length)).toEqual([1, 3, 1, 1, 1, 1]);
  await group(page, 0).locator('.sort-handle').dragTo(group(page, 1));
  await seen(visit, '1 face moved to Group 2.');
  await expect
    .poll(() => groups(page).then((all) => all.map(({ length }) => length)))
    .toEqual([4, 1, 1, 1, 1]);
});
