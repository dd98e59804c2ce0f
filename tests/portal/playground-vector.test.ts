import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { DESKTOP } from './devices.js';
import { signUp } from './sign-up.js';
import { seen } from './navigation.js';
import {
  ANALYSIS_MS,
  canvas,
  clickImageAt,
  facesOn,
  giveChangedPhoto,
  takeSample,
} from './playground-photos.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const PHOTO = 'Photo';

/** The three measures as the page states them. */
const measures = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Quality measures' }).getByRole('listitem').allInnerTexts();

const NO_VECTOR = 'The face fails the quality check, so there is no vector.';

/** What the service itself says of the face, with the check; one call. */
async function rejection(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('button', { name: 'Send it (1 call)' }).click();
  const response = page.getByRole('region', { name: 'response' });
  await response.waitFor({ timeout: ANALYSIS_MS });
  const { message } = JSON.parse(await response.innerText()) as { message: string };
  await page.getByRole('tablist', { name: 'Result' }).getByRole('tab', { name: 'Vector' }).click();
  return message;
}

describe.each(DESKTOP)('vector on a %s', (device) => {
  it('shows the 128 numbers as a strip and as text, and copies them', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/vector');
    await takeSample(page, PHOTO, 6);
    const strip = page.getByRole('img', {
      name: /^The vector as colours\. 128 numbers from -0\.\d+ to 0\.\d+/,
    });
    await strip.waitFor({ timeout: ANALYSIS_MS });
    expect(await strip.locator('.pg-cell').count()).toBe(128);
    await page.getByRole('button', { name: 'Copy the 128 numbers' }).click();
    await seen(visit, 'Copied vector.');
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as number[];
    expect(copied).toHaveLength(128);
    expect(await strip.locator('.pg-cell').first().getAttribute('title')).toBe(`0: ${copied[0] ?? '?'}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    await page.getByRole('switch', { name: /^Quality check/ }).check();
    await page.getByText('✓ passed').nth(2).waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('region', { name: 'Request as curl' }).getByText('&quality=1').waitFor();
  });

  it('says that there is no vector for a small face, as the service does', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/vector');
    await giveChangedPhoto(page, PHOTO, { sample: 6, width: 420 });
    await facesOn(canvas(page));
    await page.getByRole('switch').check();
    await seen(visit, NO_VECTOR);
    const small = await measures(page);
    expect(small[0]).toMatch(/Size\s+✗ failed\s+(\d|[1-5]\d)(\.\d)? pixels \(at least 60\)/);
    expect(small[1]).toMatch(/✓ passed/);
    expect(await rejection(page)).toBe('Face too Small');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('switch').uncheck();
    await page.getByRole('img', { name: /^The vector/ }).waitFor();
  });

  it('says so for a dark and for a turned face', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/vector');
    await giveChangedPhoto(page, PHOTO, { sample: 3, width: 1200, brightness: 0.35 });
    await facesOn(canvas(page));
    await page.getByRole('switch').check();
    await seen(visit, NO_VECTOR);
    expect((await measures(page))[1]).toMatch(/Illumination\s+✗ failed\s+\d+(\.\d)? of 255 \(at least 70\)/);
    expect(await rejection(page)).toBe('Low Illumination');

    await takeSample(page, PHOTO, 2);
    await facesOn(canvas(page));
    // The woman on the left looks far to her side.
    await clickImageAt(canvas(page), 450, 280);
    await seen(visit, NO_VECTOR);
    expect((await measures(page))[2]).toMatch(/Yaw\s+✗ failed\s+[5-9]\d(\.\d)? degrees \(at most 50\)/);
    expect(await rejection(page)).toBe('Incorrect Pose');
  });
});
