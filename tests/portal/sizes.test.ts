import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { illegible } from './legible.js';
import { photoPath } from './operations.js';
import { usePortal } from './portal.js';
import { signUp } from './sign-up.js';

const portal = usePortal();

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const FOR_VISITORS = ['/', '/plans', '/log-in', '/sign-up', '/reset', '/errors', '/guides', '/guides/api'];
const FOR_USERS = [
  '/welcome',
  '/account',
  '/account/keys',
  '/account/delete',
  '/usage',
  '/people',
  '/live',
  '/live/enrol',
  '/playground/faces',
  '/playground/match',
  '/playground/search',
  '/playground/vector',
  '/reference',
  '/reference/searchFaces',
];

/** Parts that scroll, and whose content is wider than they are: something in them is cut off. */
const tooWide = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.pg-side, .panel, .page')
    .evaluateAll((parts: readonly Element[]) =>
      parts
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.getAttribute('class')),
    );

describe.each(SIZES)('at $width × $height', (viewport) => {
  it.each([
    ['visitors', FOR_VISITORS],
    ['users', FOR_USERS],
  ] as const)('nothing is printed over something else or cut off, for %s', async (who, views) => {
    const visit = await portal.open('desktop', { viewport, reducedMotion: 'reduce' });
    const { page, go } = visit;
    if (who === 'users') await signUp(visit, 'free');
    for (const view of views) {
      await go(view);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await illegible(page), view).toEqual([]);
      expect(await overflow(page), view).toBeLessThanOrEqual(0);
    }
    expect(await axeFindings(page)).toEqual([]);
  });

  it('the bar is one line, and the playground can be read with photos in it', async () => {
    const visit = await portal.open('desktop', { viewport, reducedMotion: 'reduce' });
    const { page, go } = visit;
    await signUp(visit, 'free');
    await go('/playground/match');
    for (const [n, name] of ['First photo', 'Second photo'].entries())
      await page.getByLabel(`${name}: file`).setInputFiles(photoPath(n + 1));
    await page.locator('.pg-similarity').waitFor();
    for (const view of ['match', 'faces', 'vector', 'search']) {
      await go(`/playground/${view}`);
      await page
        .getByRole('tab', { name: new RegExp(view, 'i'), selected: true })
        .first()
        .waitFor();
      await page.locator('.pg-face').first().waitFor();
      expect(await illegible(page), view).toEqual([]);
      expect(await tooWide(page), view).toEqual([]);
      expect(await axeFindings(page), view).toEqual([]);
      expect((await page.getByRole('banner').boundingBox())?.height, view).toBeLessThan(70);
    }
  });
});
