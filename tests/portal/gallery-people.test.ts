import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindingsInBothColours, overflow } from './axe.js';
import { DESKTOP } from './devices.js';
import { useFakeCamera } from './fake-camera.js';
import { tabTo } from './keyboard.js';
import { seen } from './navigation.js';
import { ANALYSIS_MS, input } from './playground-photos.js';
import { usePortal } from './portal.js';
import { signUp } from './sign-up.js';
import type { Visit } from './visit.js';

const portal = usePortal('own samples');
const camera = useFakeCamera(portal);

/** Two sample photos of one person. */
const THEN = 'The same person, years ago';
const NOW = 'The same person, later';
const NOW_FILE = fileURLToPath(
  new URL('../../packages/portal/public/samples/5-same-person-now.jpg', import.meta.url),
);

/** A frame may take long on a busy machine. */
const SLOW = { timeout: ANALYSIS_MS };

async function loadDemo(visit: Visit): Promise<void> {
  await signUp(visit, 'business');
  await visit.go('/playground/search');
  await visit.page.getByRole('button', { name: 'Load the demo gallery (8 calls)' }).click();
  await visit.page.getByText(/^\d+ people are enrolled\./).waitFor({ timeout: 4 * ANALYSIS_MS });
}

const verdict = (page: Page): Locator => page.getByRole('list', { name: 'Who it is' }).locator('> li');

/** Searches the photo that the demo left out, and returns who is found in it. */
async function foundLater({ page }: Visit): Promise<string> {
  await page.locator('.pg-to-search').getByRole('button', { name: NOW }).click();
  await expect.poll(() => verdict(page).count(), { timeout: ANALYSIS_MS }).toBe(1);
  return verdict(page).locator('p strong').innerText();
}

async function isSound(page: Page): Promise<void> {
  expect(await axeFindingsInBothColours(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
}

const faces = (page: Page): Locator => page.locator('.person .face-grid-face');
const undo = (page: Page): Promise<void> => page.getByRole('button', { name: 'Undo' }).click();
const counted = (visit: Visit, count: string): Promise<void> => seen(visit, `${count}, in this browser`);

describe.each(DESKTOP)('the people of the gallery on a %s', (device) => {
  it('are found on other photos than those that the demo enrols', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    const { page } = visit;
    await loadDemo(visit);
    await seen(visit, 'Now search another photo');
    expect(await page.locator('.pg-to-search').getByRole('button').allInnerTexts()).toEqual(['A crowd', NOW]);
    await isSound(page);
    const name = await foundLater(visit);
    expect(name).not.toBe('Not in the gallery');
    const distance = verdict(page).getByRole('listitem').first();
    expect(await distance.innerText()).toMatch(new RegExp(`^${name}\\s+0\\.[1-4]\\d\\d$`));
    expect(await page.getByText('Enrolled from this photo.').count()).toBe(0);
    // The photo that the person was enrolled from says so.
    await input(page, 'Photo to search').getByRole('button', { name: THEN, exact: true }).click();
    await seen(visit, 'Enrolled from this photo.');
    expect(await verdict(page).locator('p strong').innerText()).toBe(name);
  });

  it('have pages to add, move and remove faces, rename and merge, and to undo it all', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    const { page } = visit;
    await loadDemo(visit);
    const name = await foundLater(visit);
    await page.getByRole('list', { name: 'Enrolled people' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 2, name }).waitFor();
    await counted(visit, '1 face');
    expect(await faces(page).locator('img').count()).toBe(1);
    await isSound(page);

    await page.getByRole('button', { name: 'Add photos' }).click();
    const dialog = page.getByRole('dialog');
    await input(page, 'Photos of this person').getByRole('button', { name: NOW, exact: true }).click();
    await dialog.getByRole('button', { name: 'Enrol with 1 photo' }).click({ timeout: ANALYSIS_MS });
    await counted(visit, '2 faces');
    await undo(page);
    await counted(visit, '1 face');
    await page.getByRole('button', { name: 'Add photos' }).click();
    await input(page, 'Photos of this person').getByRole('button', { name: NOW, exact: true }).click();
    await dialog.getByRole('button', { name: 'Enrol with 1 photo' }).click({ timeout: ANALYSIS_MS });
    await counted(visit, '2 faces');

    // The second face becomes a new person, with the keyboard alone.
    await page.getByRole('button', { name: 'Rename' }).focus();
    await tabTo(page, 'Remove');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await seen(visit, '1 face selected');
    await isSound(page);
    await tabTo(page, 'Move');
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Zoe');
    await page.keyboard.press('Enter');
    await counted(visit, '1 face');
    await undo(page);
    await counted(visit, '2 faces');

    await faces(page).first().click();
    await page.getByRole('group', { name: 'Selected faces' }).getByRole('button', { name: 'Remove' }).click();
    await counted(visit, '1 face');
    await undo(page);
    await counted(visit, '2 faces');

    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Zoe');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Zoe' }).waitFor();

    await page.getByRole('button', { name: 'Merge' }).click();
    await isSound(page);
    const other = (await dialog.getByRole('option').first().textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('heading', { level: 2, name: other }).waitFor();
    await counted(visit, '3 faces');
    await undo(page);
    await counted(visit, '1 face');
    await page.getByRole('link', { name: 'Back to the gallery' }).click();
    await page.getByRole('link', { name: 'Zoe' }).click();
    await counted(visit, '2 faces');

    await page.locator('.person-head').getByRole('button', { name: 'Remove' }).click();
    await seen(visit, 'Zoe was removed from this browser.');
    await undo(page);
    await page.getByRole('link', { name: 'Zoe' }).click();
    await counted(visit, '2 faces');
    await page.reload();
    await counted(visit, '2 faces');
    await visit.go('/playground/search/nobody');
    await seen(visit, 'Nobody in the gallery has this address');
  });

  it('are recognised by the live camera, which writes their names on the boxes', async () => {
    await camera.show({ photo: NOW_FILE, x: 0, y: 0, side: 440, height: 538 });
    const visit = await camera.open(device, { reducedMotion: 'reduce' });
    const { page, go } = visit;
    await page.addInitScript(() => {
      const drawn: string[] = [];
      Object.assign(globalThis, { drawn });
      const shapes = CanvasRenderingContext2D.prototype;
      const draw: unknown = Reflect.get(shapes, 'fillText');
      Reflect.set(shapes, 'fillText', function record(this: CanvasRenderingContext2D, ...given: unknown[]) {
        drawn.push(String(given[0]));
        if (typeof draw === 'function') Reflect.apply(draw, this, given);
      });
    });
    await loadDemo(visit);
    const name = await foundLater(visit);
    const attributes: string[] = [];
    page.on('request', (request) => {
      const wanted = new URL(request.url()).searchParams.get('return_attributes');
      if (wanted !== null) attributes.push(wanted);
    });
    await go('/live');
    await page.getByRole('checkbox', { name: 'Analyse on the server' }).check();
    await page.getByRole('button', { name: 'Start the camera' }).click();
    const cards = page.getByRole('list', { name: 'Faces' });
    await cards.getByText(name, { exact: true }).waitFor({ timeout: ANALYSIS_MS });
    await expect.poll(() => page.getByText(`1 face in view: ${name}`).count(), SLOW).toBe(1);
    const labels = (): Promise<string[]> =>
      page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn);
    await expect
      .poll(async () => (await labels()).some((label) => label.startsWith(`${name} · about `)), SLOW)
      .toBe(true);
    expect(attributes.at(-1)).toContain('vector');
    await isSound(page);
    await page.getByRole('checkbox', { name: /^Recognise the \d+ people of your gallery$/ }).uncheck();
    await expect.poll(() => cards.getByText(name, { exact: true }).count(), SLOW).toBe(0);
    await expect.poll(() => attributes.at(-1), SLOW).not.toContain('vector');
  });
});
