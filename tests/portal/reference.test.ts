import { describe, expect, it } from 'vitest';
import { axeFindingsInBothColours, overflow } from './axe.js';
import { DEVICE_NAMES, PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { usePortal } from './portal.js';

const portal = usePortal();

describe.each(PHONE)('on a %s', (device) => {
  it('/docs is the reference in the portal: quick start first, then every operation', async () => {
    const { page } = await portal.open(device);
    await page.goto(`${portal.service().url}/docs`);
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Quick start' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/reference');
    await page.getByText('user_id: YOUR_API_KEY').first().waitFor();
    const operations = page.getByRole('navigation', { name: 'Operations' });
    await operations.getByRole('link', { name: 'Image Attributes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Image Attributes' }).waitFor();
    await page.getByText('/get_image_attr', { exact: true }).waitFor();
    for (const name of ['data', 'attributes', 'face_id_0', 'landmarks'])
      await page.getByText(`Fields of ${name}`, { exact: true }).first().click();
    await page.getByText('Fields of faceLandMark').first().waitFor();
    await page.getByText('Fields of face_id_<n>').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).not.toContain('`');
    expect(text).not.toContain('9007199254740991');
    expect(text).not.toContain(String.raw`face_id_\d`);
    await page.getByRole('link', { name: '2004', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Error codes' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.id), { timeout: 15_000 })
      .toBe('error-2004');
  });

  it('fills in the API key of a user', async () => {
    const visit = await portal.open(device);
    const { apiKey } = await signUp(visit, 'free');
    await visit.go('/reference/matchFaces');
    await visit.page.getByRole('heading', { level: 1, name: 'Face Match' }).waitFor();
    await visit.page.getByText('user_id: fct_••••••••').first().waitFor();
    expect(await visit.page.getByText(apiKey).count()).toBe(0);
    await visit.page.getByRole('button', { name: 'Copy curl request with your API key' }).click();
    await visit.page.getByText('Copied curl request with your API key.').waitFor();
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toContain(apiKey);
  });

  it('a view typed as a path is found', async () => {
    const { page } = await portal.open(device);
    await page.goto(`${portal.service().url}/errors/2004`);
    await page.getByRole('heading', { level: 1, name: 'Error codes' }).waitFor();
    await page.goto(`${portal.service().url}/plans`);
    await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor();
  });
});

it.each(DEVICE_NAMES)('has nothing that axe finds, on a %s', async (device) => {
  const { page, go } = await portal.open(device, { reducedMotion: 'reduce' });
  for (const [view, heading] of [
    ['/reference', 'Quick start'],
    ['/reference/getImageAttr', 'Response'],
    ['/reference/signUp', 'Response'],
    ['/errors/3001', 'The request'],
  ] as const) {
    await go(view);
    await page.getByRole('heading', { level: 2, name: heading }).waitFor();
    expect(await axeFindingsInBothColours(page), view).toEqual([]);
    expect(await overflow(page), view).toBeLessThanOrEqual(0);
  }
});
