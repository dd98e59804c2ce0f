import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DEVICE_NAMES } from './devices.js';
import { photoPath } from './operations.js';
import { usePortal } from './portal.js';
import { signUp } from './sign-up.js';

const portal = usePortal('own samples');

/** Six people who fill the photo: whatever lies on it covers somebody. */
const SIX_PEOPLE = 'Six people';

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function rectangle(locator: Locator): Promise<Rectangle> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return box;
}

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  Math.min(a.x + a.width, b.x + b.width) > Math.max(a.x, b.x) &&
  Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y);

/** The controls of each photo that lie over a face of it. */
async function coveringControls(page: Page): Promise<string[]> {
  const controls = await page.locator('.pg-canvas :is(.pg-zoom, .pg-tool)').all();
  const faces = await page.locator('.pg-face').all();
  expect(controls.length).toBeGreaterThan(0);
  expect(faces.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const control of controls)
    for (const face of faces)
      if (overlap(await rectangle(control), await rectangle(face)))
        found.push(`${await control.innerText()} over ${(await face.getAttribute('aria-label')) ?? ''}`);
  return found;
}

/** How the chosen face is drawn, and one that is not. */
const drawing = (page: Page, corners: string, tag: string): Promise<string[]> =>
  page.evaluate(
    ([of, on]) =>
      [...document.querySelectorAll(of)].slice(0, 1).flatMap((path) => {
        const { stroke, strokeWidth } = getComputedStyle(path);
        const label = document.querySelector(on);
        const style = label === null ? null : getComputedStyle(label);
        const isText = label instanceof SVGElement;
        return [stroke, strokeWidth, (isText ? style?.fill : style?.backgroundColor) ?? ''];
      }),
    [corners, tag] as const,
  );

describe.each(DEVICE_NAMES)('on a %s', (device) => {
  it('no control covers a face, in any view', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'free');
    await go('/playground/faces');
    await page.getByRole('button', { name: SIX_PEOPLE }).click();
    await page.getByRole('tab', { name: 'Faces (6)' }).waitFor();
    expect(await coveringControls(page)).toEqual([]);
    for (const view of ['match', 'vector', 'search']) {
      await go(`/playground/${view}`);
      await page.locator('.pg-face').first().waitFor();
      expect(await coveringControls(page), view).toEqual([]);
    }
    // The controls still work.
    await go('/playground/faces');
    const face = page.locator('.pg-face').first();
    const before = await rectangle(face);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => (await rectangle(face)).width).toBeGreaterThan(before.width * 1.2);
    await page.keyboard.press('0');
    await expect.poll(async () => (await rectangle(face)).width).toBeCloseTo(before.width, 0);
  });
});

it('a face looks the same in every view', async () => {
  const { page, go } = await portal.open('desktop', { reducedMotion: 'reduce' });
  await go('/');
  await page.locator('.face-corners').first().waitFor();
  const onStart = await drawing(page, '.face-corners', '.face-tag rect');
  await go('/playground/faces');
  await page.getByRole('button', { name: SIX_PEOPLE }).click();
  await page.getByRole('tab', { name: 'Faces (6)' }).waitFor();
  const inPlayground = await drawing(
    page,
    'g[data-chosen="false"] .pg-box',
    '.pg-face[aria-pressed="false"] .pg-face-tag',
  );
  expect(inPlayground).toEqual(onStart);
  const points = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((path) => getComputedStyle(path).stroke);
  const line = await points('.pg-line');
  await go('/');
  expect(await points('.face-line')).toBe(line);
});

it('on a phone the photo comes first, and tapping a row shows the face', async () => {
  const visit = await portal.open('phone', { viewport: { width: 390, height: 844 } });
  const { page, go } = visit;
  await signUp(visit, 'free');
  await go('/playground/faces');
  await page.getByLabel('Photo: file').setInputFiles(photoPath(1));
  await page.locator('.pg-face').first().waitFor();
  await page.getByRole('button', { name: SIX_PEOPLE }).click();
  await page.getByRole('tab', { name: 'Faces (6)' }).waitFor();
  const photo = page.locator('.pg-frame');
  expect((await rectangle(photo)).y).toBeLessThan(200);
  expect((await rectangle(photo)).y).toBeLessThan((await rectangle(page.locator('.pg-input'))).y);

  const row = page.getByRole('list', { name: 'Faces' }).getByRole('button', { name: /^Face 6 / });
  await row.scrollIntoViewIfNeeded();
  await row.tap();
  const face = page.locator('.pg-face[aria-pressed="true"]', { hasText: '6' });
  await face.waitFor();
  await expect.poll(async () => (await rectangle(face)).y).toBeGreaterThanOrEqual(0);
  const shown = await rectangle(face);
  expect(shown.y + shown.height).toBeLessThan(844);
});
