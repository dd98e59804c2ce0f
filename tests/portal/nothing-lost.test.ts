import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings } from './axe.js';
import { PHONE } from './devices.js';
import { signUp, PASSWORD } from './sign-up.js';
import { followMain, heading, logOut, seen } from './navigation.js';
import { photoPath } from './operations.js';
import { canvas, facesOn, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';

const portal = usePortal();

/** The analyses that a page requests from now on. */
function countAnalyses(page: Page): () => number {
  let analyses = 0;
  page.on('request', (request) => {
    if (/\/(get_image_attr|match_faces|get_face_vec|compare_faces)/.test(request.url())) analyses += 1;
  });
  return () => analyses;
}

describe.each(PHONE)('on a %s', (device) => {
  it('one photo is in every view, and is analysed once', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
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
    await signUp(visit, 'business');
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

  it('a log-in leads back to the view that needed it', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email } = await signUp(visit, 'free');
    await go('/account');
    await logOut(visit);
    await heading(visit, 'Photos in, numbers out.');
    await go('/usage');
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await logIn(page, email);
    await heading(visit, 'Usage');
    expect(new URL(page.url()).hash).toBe('#/usage');
  });

  it('a session that ends asks for a log-in in place, and keeps what was typed', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email } = await signUp(visit, 'free');
    await go('/account/keys');
    await page.getByLabel('Name', { exact: true }).fill('nightly job');
    await visit.context.clearCookies();
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await dialog.getByLabel('Email').inputValue()).toBe(email);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('nightly job');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await seen(visit, 'Created the API key “nightly job”.');

    // Whoever does not log in goes on as a visitor.
    await visit.context.clearCookies();
    await page.getByRole('button', { name: 'Revoke API key “nightly job” …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await dialog.getByRole('button', { name: 'Go on without an account' }).click();
    await seen(visit, 'Log in to see this');
  });

  it('a view and its code come back by themselves, and a list when its tab is shown again', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email } = await signUp(visit, 'free');
    await go('/account');
    await seen(visit, email);
    await page.route(/account\/(service|usage|requests)|assets\/playground/, (route) => route.abort());
    await go('/usage');
    await page.getByRole('heading', { name: 'The service cannot be reached' }).first().waitFor();
    await followMain(visit, 'Playground');
    await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('tablist', { name: 'Operations' }).waitFor();

    await go('/account/keys');
    await page.getByRole('status', { name: 'API key “default”' }).waitFor();
    const other = await visit.context.newPage();
    await other.goto(`${portal.service().url}/#/account/keys`);
    await other.getByLabel('Name', { exact: true }).fill('of the other tab');
    await other.getByRole('button', { name: 'Create API key' }).click();
    await other.getByText('Created the API key “of the other tab”.').waitFor();
    // Chromium without a screen shows every tab at once, so the event of a shown tab is sent by hand.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        return page.getByRole('heading', { name: 'of the other tab' }).count();
      })
      .toBe(1);
  });
});

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

/** What the browser keeps; null: nothing. */
const storedPhoto = (page: Page): Promise<{ name: string; analysed: boolean } | null> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('facet-last-photo');
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => {
          resolve(null);
        };
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
