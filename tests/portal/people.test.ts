import { loadGallery } from '@facet/gallery/files';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindingsInBothColours, overflow } from './axe.js';
import { DESKTOP } from './devices.js';
import { ONE_PERSON } from './camera-film.js';
import { useFakeCamera } from './fake-camera.js';
import { focused, tabTo } from './keyboard.js';
import { signUp } from './sign-up.js';
import { followMain, heading, seen } from './navigation.js';
import { ANALYSIS_MS, input } from './playground-photos.js';
import { usePortal } from './portal.js';
import type { Visit } from './visit.js';

const portal = usePortal('own samples');
const camera = useFakeCamera(portal);

/** Two samples of one person, and one of somebody else. */
const THEN = 'The same person, years ago';
const NOW = 'The same person, later';
const OTHER = 'One person';

const sample = (page: Page, label: string, name: string): Promise<void> =>
  input(page, label).getByRole('button', { name, exact: true }).click();

async function createCollection({ page, go }: Visit, id: string): Promise<void> {
  await go('/people');
  await page.getByLabel('Id', { exact: true }).fill(id);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: id }).waitFor();
}

/** None of the samples passes the enrolment check, so they are enrolled without it. */
async function enrol({ page }: Visit, name: string, photo: string): Promise<void> {
  await page.getByRole('tab', { name: 'Enrol' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await sample(page, 'Photo of the person', photo);
  await page.getByAltText(/^The photo /).waitFor();
  await page.getByLabel('Only if the photo passes the enrolment check').uncheck();
  await page.getByRole('button', { name: 'Enrol (1 call)' }).click();
  await page.getByText(`${name} is enrolled`).waitFor({ timeout: ANALYSIS_MS });
}

const cards = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'People' }).locator('strong').allInnerTexts();
const found = (page: Page): Locator => page.getByRole('list', { name: 'Who it is' }).getByRole('listitem');

/** The counted calls of the account. */
const used = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const response = await fetch('/account');
    const { data } = (await response.json()) as { data: { account: { subscription: { used: number } } } };
    return data.account.subscription.used;
  });

async function isSound(page: Page): Promise<void> {
  expect(await axeFindingsInBothColours(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
}

describe.each(DESKTOP)('people on a %s', (device) => {
  it('are enrolled with the reasons of the check, found by another photo, and corrected', async () => {
    const visit = await portal.open(device);
    const { page } = visit;
    await signUp(visit, 'business');
    await followMain(visit, 'People');
    await seen(visit, /their vectors and what you say about them, never a photo/);
    await page.getByLabel('Id', { exact: true }).fill('the office');
    await page.getByRole('button', { name: 'Create' }).click();
    await seen(visit, /^This cannot be an id/);
    await createCollection(visit, 'office');
    await page.getByRole('link', { name: 'Enrol somebody' }).click();

    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    expect(await page.getByLabel('Id', { exact: true }).inputValue()).toBe('ada-lovelace');
    await page.getByLabel('Consent', { exact: true }).fill('form 117');
    await page.getByLabel('Keep until').fill('2099-01-31');
    await sample(page, 'Photo of the person', THEN);
    await page.getByRole('button', { name: 'Enrol (1 call)' }).click();
    await page
      .getByText('The photo does not pass the enrolment check', { exact: true })
      .waitFor({ timeout: ANALYSIS_MS });
    await seen(visit, 'Close the mouth.');
    await isSound(page);
    await page.getByRole('button', { name: 'Enrol it anyway (1 call)' }).click();
    await page.getByText('Ada Lovelace is enrolled').waitFor({ timeout: ANALYSIS_MS });
    await seen(visit, '1 person, 1 face');

    await page.getByRole('tab', { name: 'Search by photo' }).click();
    await sample(page, 'Photo to search', NOW);
    await page.getByText('1 face searched, found: Ada Lovelace.').waitFor({ timeout: ANALYSIS_MS });
    expect(await found(page).innerText()).toMatch(/Distance 0\.[0-4]\d\d\. .* 1 in [\d,]+ would be as near/);
    await sample(page, 'Photo to search', OTHER);
    await page.getByText('Nobody in this collection').waitFor({ timeout: ANALYSIS_MS });
    await isSound(page);
    // Two enrolments, one of which the check rejected, and two searches.
    expect(await used(page)).toBe(4);

    // The same id would give the face to Ada, so the page asks.
    await page.getByRole('button', { name: 'Enrol face 1' }).click();
    await seen(visit, /^The marked face is enrolled/);
    await page.getByLabel('Id', { exact: true }).fill('ada-lovelace');
    await page.getByRole('button', { name: 'Enrol (1 call)' }).click();
    await seen(visit, /^Ada Lovelace has this id\./);
    await page.getByLabel('Id', { exact: true }).fill('bea');
    await page.getByLabel('Only if the photo passes the enrolment check').uncheck();
    await page.getByRole('button', { name: 'Enrol (1 call)' }).click();
    await page.getByText('bea is enrolled').waitFor({ timeout: ANALYSIS_MS });
    await enrol(visit, 'Grace', NOW);
    await seen(visit, /^This face is already enrolled as Ada Lovelace\. Distance 0\./);
    await isSound(page);

    await page.getByRole('link', { name: 'All people' }).click();
    await seen(visit, '3 people, 3 faces');
    expect(await cards(page)).toEqual(['Ada Lovelace', 'bea', 'Grace']);
    await page.getByLabel('Find by id').fill('g');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect.poll(() => cards(page)).toEqual(['Grace']);
    await page.getByRole('link', { name: /^Grace/ }).click();
    await heading(visit, 'Grace');
    await page.getByRole('button', { name: /^Face \d+: not this person …/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Id of the other person').fill('ada-lovelace');
    await isSound(page);
    await dialog.getByRole('button', { name: 'Move the face' }).click();
    await seen(visit, 'Without a face, nobody finds this person.');
  });

  it('are renamed, merged, deleted and exported', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await createCollection(visit, 'family');
    await enrol(visit, 'Ada', THEN);
    await enrol(visit, 'Twin', NOW);
    await enrol(visit, 'Bea', OTHER);
    await go('/people/family/ada');
    await heading(visit, 'Ada');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Edit …' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await dialog.getByLabel('Consent', { exact: true }).fill('form 117');
    await dialog.getByLabel('Keep until').fill('2099-01-31');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await heading(visit, 'Ada Lovelace');
    await seen(visit, 'form 117');
    await seen(visit, 'until 1 February 2099, 00:00');
    await page.getByRole('button', { name: 'Merge …' }).click();
    await dialog.getByLabel('Id of the other person').fill('ada');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await seen(visit, 'This is the same person.');
    await dialog.getByLabel('Id of the other person').fill('twin');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('heading', { name: '2 faces' }).waitFor();
    await isSound(page);

    await go('/people/family/bea');
    await page.getByRole('button', { name: 'Delete …' }).click();
    await seen(visit, /^Bea and 1 face are deleted, .* you need photos to enrol from\.$/);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await heading(visit, 'family');
    await expect.poll(() => cards(page)).toEqual(['Ada Lovelace']);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('family.facet');
    const gallery = await loadGallery(await file.path());
    expect(gallery.vectorCount).toBe(2);

    await page.getByRole('button', { name: 'Delete collection …' }).click();
    await seen(visit, /^1 person, 2 faces: all of them are deleted/);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await heading(visit, 'People');
    await seen(visit, /^You have no collection yet/);
  });

  it('are enrolled with the guide of the camera, under the check', async () => {
    await camera.show(ONE_PERSON);
    const visit = await camera.open(device);
    const { page } = visit;
    await signUp(visit, 'business');
    await createCollection(visit, 'door');
    await page.getByRole('tab', { name: 'Enrol' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Cleo');
    await page.getByRole('button', { name: 'Guide to a good photo' }).click();
    await seen(visit, 'What a good photo needs');
    await page.getByText(/^The photo passed the enrolment check\./).waitFor({ timeout: ANALYSIS_MS });
    await page.getByRole('button', { name: 'Enrol (1 call)' }).click();
    await page.getByText('Cleo is enrolled').waitFor({ timeout: ANALYSIS_MS });
    await page.getByRole('tab', { name: 'Search by photo' }).click();
    await input(page, 'Photo to search').getByRole('button', { name: 'Camera' }).click();
    await page.getByRole('button', { name: 'Take photo' }).click();
    await page.getByText('1 face searched, found: Cleo.').waitFor({ timeout: ANALYSIS_MS });
  });

  it('have no finding and fit the screen', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    const { page, go } = visit;
    await signUp(visit, 'business');
    await createCollection(visit, 'office');
    await page.getByText('Nobody is enrolled yet').waitFor();
    await isSound(page);
    await go('/people/office?tab=search');
    await page.getByText('Nobody to find yet').waitFor();
    await isSound(page);
    await enrol(visit, 'Ada', THEN);
    await isSound(page);
    for (const view of ['/', '/people', '/people/office', '/people/office/ada', '/account/delete']) {
      await go(view);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await isSound(page);
    }
  });

  it('are counted for admins, without names', async () => {
    const member = await portal.open(device);
    const { email } = await signUp(member, 'business');
    await createCollection(member, 'secret-club');
    await enrol(member, 'Ada', THEN);
    const visit = await portal.open(device);
    const boss = await signUp(visit);
    await portal.service().admin('admins', 'make', boss.email, '--vouch');
    await visit.page.reload();
    await visit.go(`/admin?search=${encodeURIComponent(email)}`);
    await visit.page.getByRole('link', { name: email }).click();
    await seen(visit, '1, with 1 person and 1 face');
    expect(await visit.page.getByRole('main').innerText()).not.toMatch(/Ada|secret-club/);
  });
});

describe('the keyboard alone', () => {
  it('creates a collection, changes the tab, and deletes the collection', async () => {
    const visit = await portal.open('desktop');
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/people');
    await page.getByLabel('Id', { exact: true }).waitFor();
    await tabTo(page, 'Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('office');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('office');
    await page.getByText('Nobody is enrolled yet').waitFor();
    await tabTo(page, 'People');
    await page.keyboard.press('ArrowLeft');
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await focused(page)).toBe('Enrol');
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'Delete collection …');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Delete for good');
    await page.keyboard.press('Enter');
    await heading(visit, 'People');
  });
});

describe('what the page says about vectors', () => {
  it('names collections where the service has them', async () => {
    const visit = await portal.open('desktop');
    await visit.go('/');
    await seen(visit, 'What is kept');
    await seen(visit, /Accounts of this service can keep people in collections/);
    expect(await visit.page.getByText('Nothing is kept').count()).toBe(0);
  });
});

describe('a service without collections', () => {
  const without = usePortal('nothing optional');

  it('shows nothing of them, and stores no vector', async () => {
    const visit = await without.open('desktop');
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/people');
    await heading(visit, 'Page not found');
    expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
    await go('/people/office');
    await heading(visit, 'Page not found');
    await go('/account/delete');
    await seen(visit, /people enrolled in this browser/);
    expect(await page.getByText(/collection/i).count()).toBe(0);
    await go('/');
    await seen(visit, 'Nothing is kept');
    await seen(visit, /Images and vectors are never written to a disk, a database or a log\./);
    expect(await page.getByText(/collection/i).count()).toBe(0);
  });
});
