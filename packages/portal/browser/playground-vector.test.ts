import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { graveFindings, overflow } from './axe.js';
import { DEVICE_NAMES } from './devices.js';
import { becomeMember } from './members.js';
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
const PHOTO = 'A photo with a face';

/** The three measures as the page states them. */
const measures = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Quality measures' }).getByRole('listitem').allInnerTexts();

async function held(page: Page, message: string): Promise<void> {
  await page.getByText(`Held back: ${message}`).waitFor({ timeout: ANALYSIS_MS });
}

describe.each(DEVICE_NAMES)('vector on a %s', (device) => {
  it('shows the 128 numbers as a strip, in words, and copies them', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
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
    expect(await graveFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    await page.getByRole('switch', { name: 'A vector only for a good picture' }).check();
    await page.getByText('✓ passed').nth(2).waitFor({ timeout: ANALYSIS_MS });
    await page.getByRole('region', { name: 'Request as curl' }).getByText('&quality=1').waitFor();
  });

  it('holds back the vector of a small, a dark and a turned face, and tells what was measured', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/vector');
    await giveChangedPhoto(page, PHOTO, { sample: 6, width: 420 });
    await facesOn(canvas(page));
    await page.getByRole('switch').check();
    await held(page, 'Face too Small');
    const small = await measures(page);
    expect(small[0]).toMatch(/Size\s+✗ failed\s+(\d|[1-5]\d)(\.\d)? pixels, wanted at least 60 pixels/);
    expect(small[1]).toMatch(/✓ passed/);
    expect(await graveFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take the vector without the gate' }).click();
    await page.getByRole('img', { name: /^The vector/ }).waitFor({ timeout: ANALYSIS_MS });
    expect(await page.getByRole('switch').isChecked()).toBe(false);

    await page.getByRole('button', { name: 'Another photo' }).click();
    await giveChangedPhoto(page, PHOTO, { sample: 3, width: 1200, brightness: 0.35 });
    await facesOn(canvas(page));
    await page.getByRole('switch').check();
    await held(page, 'Low Illumination');
    expect((await measures(page))[1]).toMatch(
      /Illumination\s+✗ failed\s+\d+(\.\d)? of 255, wanted at least 70/,
    );

    await page.getByRole('button', { name: 'Another photo' }).click();
    await takeSample(page, PHOTO, 2);
    await facesOn(canvas(page));
    // The woman on the left looks far to her side.
    await clickImageAt(canvas(page), 450, 280);
    await held(page, 'Incorrect Pose');
    expect((await measures(page))[2]).toMatch(/Yaw\s+✗ failed\s+[5-9]\d(\.\d)? degrees, wanted at most 50/);
  });
});
