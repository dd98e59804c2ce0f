import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEVICE_NAMES } from './devices.js';
import { becomeMember } from './members.js';
import { followMain, heading, logOut, seen } from './navigation.js';
import { photoPath } from './operations.js';
import { ANALYSIS_MS, canvas, facesOn, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';
import { AMPLE_TRIAL } from './started-service.js';

const portal = usePortal({ env: AMPLE_TRIAL });

/** The analyses that a page requests from now on. */
function countAnalyses(page: Page): () => number {
  let analyses = 0;
  page.on('request', (request) => {
    if (/\/(get_image_attr|match_faces|get_face_vec|compare_faces)/.test(request.url())) analyses += 1;
  });
  return () => analyses;
}

describe.each(DEVICE_NAMES)('on a %s', (device) => {
  it('one photo is in every view, and is analysed once', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    const analyses = countAnalyses(page);
    await go('/');
    await page.getByRole('button', { name: 'Choose a photo' }).and(page.locator(':enabled')).waitFor();
    await page.getByLabel('A photo to analyse').setInputFiles(photoPath(6));
    // It moves on while the service is still at work.
    await followMain(visit, 'Playground');
    await heading(visit, 'Playground');
    expect(await facesOn(canvas(page))).toBe(4);
    await canvas(page)
      .getByRole('button', { name: /^Face 2:/ })
      .click();
    await page.getByText('68 points').click();

    await page.getByRole('tab', { name: 'Match' }).click();
    expect(await facesOn(canvas(page))).toBe(4);
    expect(
      await canvas(page)
        .getByRole('button', { name: /^Face 2:/ })
        .getAttribute('aria-pressed'),
    ).toBe('true');
    await page.getByRole('slider').fill('0.45');
    await page.getByRole('tab', { name: 'Search' }).click();
    expect(await facesOn(canvas(page))).toBe(4);

    await followMain(visit, 'Usage');
    await heading(visit, 'Usage');
    await page.getByRole('link', { name: 'Facet', exact: true }).click();
    await page.getByRole('img', { name: /^The photo sample6\.jpg: 4 faces\./ }).waitFor();
    await followMain(visit, 'Playground');
    expect(await facesOn(canvas(page))).toBe(4);
    expect(await page.getByLabel('68 points').isChecked()).toBe(false);
    await page.getByRole('tab', { name: 'Match' }).click();
    await seen(visit, '0.450');
    expect(analyses()).toBe(1);
  });

  it('a reload keeps the photo of an account with its response, and logging out removes it', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/faces');
    await takeSample(page, 'Photo', 6);
    expect(await facesOn(canvas(page))).toBe(4);
    await expect.poll(() => storedPhoto(page)).toMatchObject({ name: '6.jpg', analysed: true });
    const analyses = countAnalyses(page);
    await page.reload();
    expect(await facesOn(canvas(page))).toBe(4);
    expect(analyses()).toBe(0);

    await logOut(visit);
    await heading(visit, 'Photos in, numbers out.');
    await page.getByRole('img', { name: /^The photo six-people\.jpg/ }).waitFor();
    await expect.poll(() => storedPhoto(page)).toBeNull();
  });
});

/** What the browser keeps; null: nothing. */
const storedPhoto = (page: Page): Promise<{ name: string; analysed: boolean } | null> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('facet-last-photo');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('photo').objectStore('photo').get('last');
          reading.onerror = reject;
          reading.onsuccess = () => {
            database.close();
            const found = reading.result as { photo: { name: string }; exchange: unknown } | undefined;
            resolve(
              found === undefined ? null : { name: found.photo.name, analysed: found.exchange !== null },
            );
          };
        };
      }),
  );
