import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { DESKTOP } from './devices.js';
import { signUp } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { ANALYSIS_MS, canvas, facesOn, input } from './playground-photos.js';
import { usePortal } from './portal.js';
import { askServer } from './visit.js';

const MAX_TRIAL_BYTES = 400_000;
const portal = usePortal({
  env: { FACET_TRIAL_MAX_IMAGE_BYTES: String(MAX_TRIAL_BYTES) },
});

const ownSample = (name: string): string =>
  fileURLToPath(new URL(`../../packages/portal/public/samples/${name}`, import.meta.url));

const VECTORS_PER_CALL = 8;

/** A photo of thirty faces takes six calls, each of them long on a busy machine. */
const SEVERAL_CALLS_MS = 8 * 60_000;

const give = (page: Page, label: string, path: string): Promise<void> =>
  input(page, label).locator('input[type=file]').setInputFiles(path);

/** The number of faces and of calls that a button names. */
async function offer(button: Locator): Promise<{ faces: number; calls: number }> {
  const [, faces = '', calls = ''] =
    /^\w+ (\d+) more faces \((\d+) calls?\)$/.exec(await button.innerText()) ?? [];
  return { faces: Number(faces), calls: Number(calls) };
}

describe.each(DESKTOP)('on a %s', (device) => {
  it(
    'all pairs and the search say which faces are left out, and get eight vectors with a call',
    async () => {
      const visit = await portal.open(device);
      const { page, go } = visit;
      await signUp(visit, 'business');
      let calls = 0;
      page.on('request', (request) => {
        if (/get_image_attr|get_face_vec/.test(request.url())) calls += 1;
      });
      await go('/playground/match');
      await give(page, 'First photo', ownSample('3-crowd.jpg'));
      await give(page, 'Second photo', ownSample('1-portrait.jpg'));
      const all = await facesOn(canvas(page));
      // The numbers go from row to row as one reads, with the age beside them.
      const rows = await canvas(page)
        .locator('.pg-face')
        .evaluateAll((faces) =>
          faces.map((face) => ({
            top: face.getBoundingClientRect().top,
            age: face.querySelector('.pg-face-tag')?.getAttribute('data-age') ?? '',
          })),
        );
      expect(rows.at(-1)?.top).toBeGreaterThan(rows[0]?.top ?? Infinity);
      expect(rows.every(({ age }) => /^\d+$/.test(age))).toBe(true);
      await facesOn(canvas(page, 1));
      const compare = page.getByRole('button', { name: /^Compare \d+ more faces/ });
      await compare.waitFor({ timeout: ANALYSIS_MS });
      const left = await offer(compare);
      expect(left.faces).toBeGreaterThan(VECTORS_PER_CALL);
      expect(left.calls).toBe(Math.ceil(left.faces / VECTORS_PER_CALL));
      await seen(visit, `${left.faces} faces of the first photo are left out:`);
      expect(await axeFindings(page)).toEqual([]);
      expect(calls).toBe(2);
      await compare.click();
      await expect
        .poll(() => page.locator('.pg-matrix tbody tr').count(), { timeout: 3 * ANALYSIS_MS })
        .toBe(all);
      expect(calls).toBe(2 + left.calls);

      await page.getByRole('tab', { name: 'Search' }).click();
      const found = page.getByRole('list', { name: 'Who it is' }).locator('> li');
      await expect.poll(() => found.count()).toBe(all);
      expect(await page.getByRole('button', { name: /more faces/ }).count()).toBe(0);
      expect(calls).toBe(2 + left.calls);
    },
    SEVERAL_CALLS_MS,
  );

  it('the start page explains a photo without a face, and reduces one that is too large', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await go('/');
    await page.getByRole('button', { name: 'Choose a photo' }).and(page.locator(':enabled')).waitFor();
    const file = page.getByLabel('A photo to analyse');
    await file.setInputFiles(ownSample('8-no-face.jpg'));
    await page.getByText(/^No face found\. Try a photo in which/).waitFor({ timeout: ANALYSIS_MS });
    expect(await axeFindings(page)).toEqual([]);

    const large = await largePhoto(page);
    expect(large.byteLength).toBeGreaterThan(MAX_TRIAL_BYTES);
    await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large });
    await seen(visit, /^Converted to JPEG by your browser|^Reduced to \d+ × \d+ by your browser/);
    await page
      .getByRole('img', { name: /^The photo large\.jpg: 4 faces\./ })
      .waitFor({ timeout: ANALYSIS_MS });

    // Each card leads to what it is about.
    await page.getByRole('main').getByRole('link', { name: 'Match', exact: true }).click();
    await heading(visit, 'Playground');
    expect(new URL(page.url()).hash).toBe('#/playground/match');
    await page.getByText(/^Each new photo: 1 trial call\. 2 calls made, [\d,]+ left\.$/).waitFor();
  });

  it('the error of the enrolment check lists its rules, in line with the other errors', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/errors/3104');
    const rules = page.getByRole('list', { name: 'Rules of the enrolment check' });
    await rules.waitFor();
    expect(await rules.getByRole('listitem').count()).toBe(10);
    expect(await rules.getByText(/at least 90 pixels/).count()).toBe(1);
    const left = (code: string): Promise<number> =>
      page.locator(`#error-${code} dt`).evaluate((row) => Math.round(row.getBoundingClientRect().left));
    expect(await left('3104')).toBe(await left('3103'));
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('a device without a camera is no dead end', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/live');
    await page.getByRole('button', { name: 'Start the camera' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'No picture from the camera' });
    await notice.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Close the camera' }).click();
    await page.getByRole('button', { name: 'Start the camera' }).click();
    await notice.getByRole('link', { name: 'Use a photo' }).click();
    await heading(visit, 'Playground');
  });
});

/** A real photo as a PNG that is larger than the limit of the trial. */
async function largePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const picture = await createImageBitmap(await (await fetch('/samples/6.jpg')).blob());
    const drawing = document.createElement('canvas');
    drawing.width = picture.width;
    drawing.height = picture.height;
    drawing.getContext('2d')?.drawImage(picture, 0, 0);
    return drawing.toDataURL('image/png').replace(/^[^,]*,/, '');
  });
  return Buffer.from(base64, 'base64');
}
