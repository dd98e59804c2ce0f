import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { DEVICE_NAMES, PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { followMain, heading, seen } from './navigation.js';
import { photoPath } from './operations.js';
import { ANALYSIS_MS, canvas, facesOn, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';
import { askServer, type Visit } from './visit.js';

const portal = usePortal();

const analysed = ({ page }: Visit): Promise<void> =>
  page.getByText(/^(\d+ faces?|No face found) in \d+ ms$/).waitFor({ timeout: ANALYSIS_MS });

describe.each(PHONE)('the start page on a %s', (device) => {
  it('shows a photo with its faces at once, as cards, as JSON and as code', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/');
    await heading(visit, 'Photos in, numbers out.');
    const picture = page.getByRole('img', { name: /^The photo six-people\.jpg: 6 faces\./ });
    await picture.waitFor();
    expect(await page.locator('.face-overlay').count()).toBe(6);
    const card = page.getByRole('list', { name: 'Faces' }).getByRole('button').first();
    await card.focus();
    await page.locator('.face-overlay[data-face="0"][data-lit="true"]').waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = await page.getByRole('region', { name: 'Response as JSON' }).textContent();
    expect(Object.keys((JSON.parse(json ?? '') as { data: { attributes: object } }).data.attributes)).toEqual(
      ['face_id_0', 'face_id_1', 'face_id_2', 'face_id_3', 'face_id_4', 'face_id_5', 'image_size'],
    );
    await page.getByRole('tab', { name: 'Code' }).click();
    await seen(visit, /-F image_attr=@six-people\.jpg/);
  });

  it('reads a WebP photo, and says what is not a photo', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/');
    await page.getByRole('button', { name: 'Choose a photo' }).and(page.locator(':enabled')).waitFor();
    const webp = await page.evaluate(async () => {
      const picture = await createImageBitmap(
        await (await fetch(document.querySelector('image')?.getAttribute('href') ?? '')).blob(),
      );
      const canvas = document.createElement('canvas');
      canvas.width = picture.width;
      canvas.height = picture.height;
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp').replace(/^[^,]*,/, '');
    });
    const file = page.getByLabel('A photo to analyse');
    await file.setInputFiles({
      name: 'photo.webp',
      mimeType: 'image/webp',
      buffer: Buffer.from(webp, 'base64'),
    });
    await page
      .getByRole('img', { name: /^The photo photo\.jpg: 6 faces\./ })
      .waitFor({ timeout: ANALYSIS_MS });
    await seen(visit, 'Converted to JPEG by your browser.');
    await file.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await seen(visit, /“letter\.pdf” is not a picture\./);
  });

  it('leads to a playground that needs no account either', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await go('/');
    await followMain(visit, 'Playground');
    await heading(visit, 'Playground');
    expect(await page.getByLabel('Image URL').count()).toBe(0);
    await seen(visit, /Each new photo: 1 trial call/);
    await takeSample(page, 'Photo', 6);
    expect(await facesOn(canvas(page))).toBe(4);
    await page.getByRole('link', { name: 'Live camera' }).click();
    await heading(visit, 'Live camera');
    await seen(visit, 'Free to try, as long as the trial lasts.');
  });

  it('uses the key of whoever is logged in', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await askServer(visit);
    const { apiKey } = await signUp(visit, 'business');
    await go('/');
    await page.getByRole('button', { name: 'Choose a photo' }).and(page.locator(':enabled')).waitFor();
    const call = page.waitForRequest((request) => request.url().includes('/get_image_attr'));
    await page.getByLabel('A photo to analyse').setInputFiles(photoPath(6));
    const request = await call;
    expect(new URL(request.url()).pathname).toBe('/get_image_attr');
    expect(request.headers()['x-user-id']).toBe(apiKey);
    await analysed(visit);
  });
});

it.each(DEVICE_NAMES)(
  'the start page on a %s analyses a photo that is chosen, one that is dropped, and a sample, without an account',
  async (device) => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await go('/');
    await page.getByRole('button', { name: 'Choose a photo' }).and(page.locator(':enabled')).waitFor();
    const call = page.waitForRequest((request) => request.url().includes('/get_image_attr'));
    await page.getByLabel('A photo to analyse').setInputFiles(photoPath(6));
    expect((await call).headers()['x-user-id']).toBeUndefined();
    await analysed(visit);
    await page.getByRole('img', { name: /^The photo sample6\.jpg: 4 faces\./ }).waitFor();
    expect(await page.locator('.face-overlay').count()).toBe(4);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    const bytes = [...(await readFile(photoPath(3)))];
    const dropped = await page.evaluateHandle((numbers) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(numbers)], 'dropped.jpg', { type: 'image/jpeg' }));
      return transfer;
    }, bytes);
    await page.getByRole('region', { name: 'Try it' }).dispatchEvent('drop', { dataTransfer: dropped });
    await page
      .getByRole('img', { name: /^The photo dropped\.jpg: 3 faces\./ })
      .waitFor({ timeout: ANALYSIS_MS });

    await page.getByRole('list', { name: 'Sample photos' }).getByRole('button').first().click();
    await page
      .getByRole('img', { name: /^The photo (?!dropped).*: \d+ faces?\./ })
      .waitFor({ timeout: ANALYSIS_MS });
  },
);
