import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEVICE_NAMES } from './devices.js';
import { becomeMember } from './members.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];

/** The grave findings of axe on what the page shows now, in words. */
async function graveFindings(page: Page): Promise<string[]> {
  // As a script of the debugger: the page's own policy lets no foreign script in.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Nothing is wider than the screen, so nobody scrolls sideways. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const FOR_VISITORS = [
  '/',
  '/log-in',
  '/sign-up',
  '/reset',
  '/reset?token=old',
  '/plans',
  '/errors',
  '/usage',
  '/nothing',
];
const FOR_MEMBERS = ['/', '/plans', '/account', '/usage', '/errors'];

describe.each(DEVICE_NAMES)('on a %s', (device) => {
  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it('every view of a visitor has no grave finding and fits the screen', async () => {
      const { page, go } = await portal.open(device, { colorScheme, reducedMotion: 'reduce' });
      for (const view of FOR_VISITORS) {
        await go(view);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await graveFindings(page), view).toEqual([]);
        expect(await overflow(page), view).toBeLessThanOrEqual(0);
      }
    });

    it('every view of a member, and every dialog, has no grave finding and fits the screen', async () => {
      const visit = await portal.open(device, { colorScheme, reducedMotion: 'reduce' });
      const { page, go } = visit;
      const { userId } = await becomeMember(visit, 'free');
      expect(await codeOfCall(portal.service().url, userId)).toBe('1000');
      for (const view of FOR_MEMBERS) {
        await go(view);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await graveFindings(page), view).toEqual([]);
        expect(await overflow(page), view).toBeLessThanOrEqual(0);
      }
      for (const [view, button] of [
        ['/account', 'Replace …'],
        ['/account', 'Delete the account …'],
        ['/plans', 'Change to Starter …'],
        ['/plans', 'Cancel Free …'],
      ] as const) {
        await go(view);
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('dialog').waitFor();
        expect(await graveFindings(page), button).toEqual([]);
        await page.keyboard.press('Escape');
      }
    });
  });

  it('the colours can be changed by hand, and stay so', async () => {
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

  it('nothing moves for whoever wants it so', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    await becomeMember(visit, 'free');
    await visit.page.route('**/account/usage*', () => undefined);
    await visit.go('/usage');
    const bone = visit.page.locator('.skeleton span').first();
    await bone.waitFor();
    const duration = await bone.evaluate((element) => getComputedStyle(element).animationDuration);
    expect(Number.parseFloat(duration)).toBeLessThan(0.001);
  });
});
