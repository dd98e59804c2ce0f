import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { graveFindings, overflow } from './axe.js';
import { DEVICE_NAMES } from './devices.js';
import { becomeMember } from './members.js';
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

// Image URLs on this machine are refused unless the operator allows them.
const host = await startPhotoHost();
afterAll(() => host.close());
const portal = usePortal({ env: { FACET_URL_ALLOW: '127.0.0.1', FACET_URL_PORTS: String(host.port) } });

const gauge = (page: Page): Locator => page.getByRole('meter', { name: 'Distance between the faces' });

async function distance(page: Page, verdict: string): Promise<number> {
  await page.getByText(verdict, { exact: true }).waitFor({ timeout: ANALYSIS_MS });
  return Number(await gauge(page).getAttribute('aria-valuenow'));
}

describe.each(DEVICE_NAMES)('match on a %s', (device) => {
  it('finds the same person on two photos, and another person to be another', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/match');
    await seen(visit, 'Give two photos above to see the distance between two faces.');
    await takeSample(page, 'First photo', 1);
    await facesOn(canvas(page, 0));
    await seen(visit, 'One more photo, and the two faces are compared.');
    await takeSample(page, 'Second photo', 3);
    await facesOn(canvas(page, 1));
    await gauge(page).waitFor({ timeout: ANALYSIS_MS });
    await clickImageAt(canvas(page, 0), ...SAME_WOMAN.sample1);
    await clickImageAt(canvas(page, 1), ...SAME_WOMAN.sample3);
    expect(await distance(page, 'The same person')).toBeLessThan(0.45);
    expect(await graveFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    // The needle stands left of the line of 0.5, and right of it for another face.
    const left = async (part: string): Promise<number> =>
      Number.parseFloat(await page.locator(part).evaluate((element) => (element as HTMLElement).style.left));
    expect(await left('.pg-gauge-needle')).toBeLessThan(await left('.pg-gauge-line'));
    const boxes = await page.getByRole('region', { name: 'Request as curl' }).innerText();
    expect(boxes).toMatch(
      /match_faces\?bboxes_1=[\d,]+&bboxes_2=[\d,]+' \\\n.*\n {2}-F img_1=@1\.jpg \\\n {2}-F img_2=@3\.jpg/,
    );

    await canvas(page, 1)
      .getByRole('button', { name: /^Face 1:/ })
      .click();
    expect(await distance(page, 'Two different people')).toBeGreaterThan(0.5);
    expect(await left('.pg-gauge-needle')).toBeGreaterThan(await left('.pg-gauge-line'));
  });

  it('compares a photo at an address with a file, without loading it into the browser', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/match');
    const first = input(page, 'First photo');
    await first
      .getByRole('textbox', { name: 'Address of a photo' })
      .fill(`http://127.0.0.1:${host.port}/6.jpg`);
    await first.getByRole('button', { name: 'Use it' }).click();
    expect(await facesOn(canvas(page, 0))).toBe(4);
    expect(await canvas(page, 0).locator('img').count()).toBe(0);
    await seen(visit, 'Drawn from the answer: your browser did not load the photo.');
    const sent = page.waitForRequest((request) => request.url().includes('/match_faces'), {
      timeout: ANALYSIS_MS,
    });
    await takeSample(page, 'Second photo', 6);
    // One file beside one address: both as text, for the service takes no mixture.
    expect((await sent).headers()['content-type']).toBe('application/json');
    expect(await distance(page, 'The same person')).toBeLessThan(0.05);
    const code = await page.getByRole('region', { name: 'Request as curl' }).innerText();
    expect(code).toContain('base64 < 6.jpg');
    expect(await graveFindings(page)).toEqual([]);
  });
});
