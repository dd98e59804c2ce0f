import { describe, expect, it } from 'vitest';
import { axeFindingsInBothColours, overflow } from './axe.js';
import { DEVICE_NAMES, PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const WITHOUT_ACCOUNT = [
  '/',
  '/log-in',
  '/sign-up',
  '/sign-up?plan=starter',
  '/reset',
  '/reset?token=old',
  '/plans',
  '/errors',
  '/guides',
  '/guides/api',
  '/guides/portal',
  '/reference',
  '/playground/faces',
  '/playground/match',
  '/playground/search',
  '/playground/sort',
  '/playground/vector',
  '/live',
  '/live/enrol',
  '/live/prove',
  '/usage',
  '/nothing',
];
const FOR_MEMBERS = [
  '/',
  '/plans',
  '/account',
  '/account/keys',
  '/account/delete',
  '/usage',
  '/errors',
  '/playground',
  '/live',
  '/reference/matchFaces',
];

describe.each(DEVICE_NAMES)('on a %s', (device) => {
  it('every view of a visitor has no finding and fits the screen', async () => {
    const { page, go } = await portal.open(device, { reducedMotion: 'reduce' });
    for (const view of WITHOUT_ACCOUNT) {
      await go(view);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await axeFindingsInBothColours(page), view).toEqual([]);
      expect(await overflow(page), view).toBeLessThanOrEqual(0);
    }
  });

  it('every view of a user, and every dialog, has no finding and fits the screen', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'free');
    expect(await codeOfCall(portal.service().url, apiKey)).toBe('1000');
    for (const view of FOR_MEMBERS) {
      await go(view);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await axeFindingsInBothColours(page), view).toEqual([]);
      expect(await overflow(page), view).toBeLessThanOrEqual(0);
    }
    for (const [view, button] of [
      ['/account/keys', 'Revoke API key “default” …'],
      ['/account/delete', 'Delete account …'],
      ['/plans', 'Change to Starter …'],
      ['/plans', 'Cancel Free …'],
    ] as const) {
      await go(view);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor();
      expect(await axeFindingsInBothColours(page), button).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
});

describe.each(PHONE)('on a %s', (device) => {
  it('the theme can be changed, and the choice is kept', async () => {
    const { page, go } = await portal.open(device, { colorScheme: 'light' });
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await go('/plans');
    const light = await ground();
    await page.getByRole('button', { name: 'Use dark colours' }).click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('button', { name: 'Use light colours' }).click();
    expect(await ground()).toBe(light);
  });

  it('nothing moves for people who prefer reduced motion', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    await signUp(visit, 'free');
    await visit.page.route('**/account/usage*', () => undefined);
    await visit.go('/usage');
    const bone = visit.page.locator('.skeleton span').first();
    // One that makes way for another just then has no style any more.
    const duration = (): Promise<number> =>
      bone.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration));
    await expect.poll(duration).toBeLessThan(0.001);
  });
});
