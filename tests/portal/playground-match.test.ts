import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { seen } from './navigation.js';
import { startPhotoHost } from './photo-host.js';
import {
  ANALYSIS_MS,
  canvas,
  clickImageAt,
  facesOn,
  input,
  SAME_WOMAN,
  takeSample,
} from './playground-photos.js';
import { usePortal } from './portal.js';

// Image URLs on this machine are rejected unless the operator allows them.
const host = await startPhotoHost();
afterAll(() => host.close());
const portal = usePortal({ env: { FACET_URL_ALLOW: '127.0.0.1', FACET_URL_PORTS: String(host.port) } });

const gauge = (page: Page): Locator => page.getByRole('meter', { name: 'Distance between the faces' });

async function distance(page: Page, verdict: string): Promise<number> {
  await page.getByText(verdict, { exact: true }).waitFor({ timeout: ANALYSIS_MS });
  return Number(await gauge(page).getAttribute('aria-valuenow'));
}

/** Where the two faces and the verdict must be seen without scrolling. */
const SCREENS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

describe.each(PHONE)('match on a %s', (device) => {
  it('finds the same person in two photos, and another person to be another', async () => {
    const visit = await portal.open(device, { viewport: SCREENS[device] });
    const { page, go } = visit;
    await signUp(visit, 'business');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    await go('/playground/match');
    await seen(visit, 'Choose two photos to compare the faces in them.');
    await takeSample(page, 'First photo', 1);
    await seen(visit, 'Choose one more photo.');
    await takeSample(page, 'Second photo', 3);
    await gauge(page).waitFor({ timeout: ANALYSIS_MS });
    await clickImageAt(canvas(page, 0), ...SAME_WOMAN.sample1);
    await clickImageAt(canvas(page, 1), ...SAME_WOMAN.sample3);
    const near = await distance(page, 'The same person');
    expect(near).toBeLessThan(0.45);
    await seen(visit, /^(7\d|6[89])% similar$/);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    // Both faces, aligned, and the verdict between them are in the window, also where the photos are further down.
    const { height } = SCREENS[device];
    const inWindow = async (part: string): Promise<boolean> => {
      const boxes = await page
        .locator(part)
        .evaluateAll((parts) => parts.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      return boxes.length > 0 && boxes.every(({ top, bottom }) => top >= 0 && bottom <= height);
    };
    for (const part of ['.pg-match-frame', '.pg-similarity', '.pg-verdict', '.pg-gauge'])
      await expect.poll(() => inWindow(part), { timeout: 15_000, message: part }).toBe(true);
    expect(await page.locator('.pg-match-frame image').count()).toBe(2);

    // The needle stands left of the threshold, and right of it for another face.
    const left = async (part: string): Promise<number> =>
      Number.parseFloat(await page.locator(part).evaluate((element) => (element as HTMLElement).style.left));
    expect(await left('.pg-gauge-needle')).toBeLessThan(await left('.pg-gauge-line'));

    // A stricter threshold turns the verdict, and says how many pairs of strangers it lets pass.
    const slider = page.getByRole('slider', { name: /^Threshold/ });
    await seen(visit, /^1 in [78],\d00 pairs of different people would pass/);
    await slider.focus();
    await page.keyboard.press('Home');
    await seen(visit, /^1 in [\d,]+,000,000 pairs of different people would pass/);
    expect(await slider.inputValue()).toBe('0.36');
    await page.getByRole('button', { name: 'Back to 0.5' }).click();
    await page.getByText('The same person', { exact: true }).waitFor();

    // All pairs of faces are known without another call; a cell chooses its pair.
    const cell = page.getByRole('region', { name: 'All pairs of faces' }).getByRole('button');
    expect(await cell.count()).toBe(9);
    const pair = page.getByRole('button', { name: /^Face 1 and face 1: / });
    await pair.focus();
    for (const n of [0, 1])
      await canvas(page, n).locator('.pg-face[data-lit="true"]', { hasText: '1' }).waitFor();
    await pair.click();
    expect(await distance(page, 'Two different people')).toBeGreaterThan(0.5);
    expect(await left('.pg-gauge-needle')).toBeGreaterThan(await left('.pg-gauge-line'));
    expect(calls).toEqual(['/get_image_attr', '/get_image_attr']);
  });

  it('shows the call that a program makes, and what the service responds with to it', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/match');
    await page.getByRole('tab', { name: 'Code' }).click();
    const code = page.getByRole('region', { name: 'Request as curl' });
    // No box is shown before there is a face.
    expect(await code.innerText()).toMatch(
      /match_faces\?details=1'? \\\n.*\n {2}-F img_1=@one\.jpg \\\n {2}-F img_2=@two\.jpg/,
    );
    await takeSample(page, 'First photo', 1);
    await takeSample(page, 'Second photo', 3);
    await gauge(page).waitFor({ timeout: ANALYSIS_MS });
    const computed = Number(await gauge(page).getAttribute('aria-valuenow'));
    expect(await code.innerText()).toMatch(
      /match_faces\?bboxes_1=[\d,]+&bboxes_2=[\d,]+&details=1' \\\n.*\n {2}-F img_1=@1\.jpg \\\n {2}-F img_2=@3\.jpg/,
    );
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('button', { name: 'Send it (1 call)' }).click();
    const response = page.getByRole('region', { name: 'response' });
    await response.waitFor({ timeout: ANALYSIS_MS });
    const { data } = JSON.parse(await response.innerText()) as {
      data: { score: string; details: { similarity: number } };
    };
    // What the page computed is what the service says.
    expect(Math.abs(Number(data.score) - computed)).toBeLessThan(0.05);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('compares a photo at a URL with a file, and shows both', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/match');
    const first = input(page, 'First photo');
    await first.getByText('Image URL', { exact: true }).first().click();
    await first.getByRole('textbox', { name: 'Image URL' }).fill(`http://127.0.0.1:${host.port}/6.jpg`);
    await first.getByRole('button', { name: 'Load' }).click();
    expect(await facesOn(canvas(page, 0))).toBe(4);
    // The page itself loads nothing from other hosts: the service passes the picture on.
    await canvas(page, 0).locator('img').waitFor();
    const shown = (): Promise<number> =>
      canvas(page, 0)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(shown, { timeout: 15_000 }).toBe(1920);
    await takeSample(page, 'Second photo', 6);
    expect(await distance(page, 'The same person')).toBeLessThan(0.05);
    // One file beside one URL: a program sends both as text, for the service takes no mixture.
    await page.getByRole('tab', { name: 'Code' }).click();
    const code = await page.getByRole('region', { name: 'Request as curl' }).innerText();
    expect(code).toContain('base64 < 6.jpg');
    expect(await axeFindings(page)).toEqual([]);
  });
});
