import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe.js';
import { DESKTOP } from './devices.js';
import { ONE_PERSON } from './camera-film.js';
import { useFakeCamera } from './fake-camera.js';
import { signUp } from './sign-up.js';
import { seen } from './navigation.js';
import { photoPath } from './operations.js';
import { ANALYSIS_MS, canvas, facesOn, input, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const camera = useFakeCamera(portal);
const PHOTO = 'Photo';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-input-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** On disk, for large files go slowly through the browser's debugger. */
async function emptyFile(name: string, bytes: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, '');
  await truncate(path, bytes);
  return path;
}

/** Pictures that a browser shows as a broken icon. */
const brokenPictures = (page: Page): Promise<number> =>
  page.evaluate(
    () => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length,
  );

describe.each(DESKTOP)('giving a photo on a %s', (device) => {
  it('by pasting a picture, and by dropping a file', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/faces');
    await input(page, PHOTO).waitFor();
    await page.evaluate(async () => {
      const picture = await createImageBitmap(await (await fetch('/samples/4.jpg')).blob());
      const drawing = document.createElement('canvas');
      drawing.width = 960;
      drawing.height = Math.round((960 * picture.height) / picture.width);
      drawing.getContext('2d')?.drawImage(picture, 0, 0, drawing.width, drawing.height);
      const png = new Promise<Blob>((resolve, reject) => {
        drawing.toBlob((bytes) => {
          if (bytes === null) reject(new Error('No PNG.'));
          else resolve(bytes);
        }, 'image/png');
      });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    });
    await page.keyboard.press('ControlOrMeta+V');
    expect(await facesOn(canvas(page))).toBe(4);

    const bytes = [...(await readFile(photoPath(6)))];
    const dropped = await page.evaluateHandle((numbers) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(numbers)], 'dropped.jpg', { type: 'image/jpeg' }));
      return transfer;
    }, bytes);
    await canvas(page).dispatchEvent('drop', { dataTransfer: dropped });
    await seen(visit, 'dropped.jpg');
    expect(await facesOn(canvas(page))).toBe(4);
  });

  it('converts and reduces what the service may not take', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/faces');
    await input(page, PHOTO).waitFor();
    const give = (name: string, type: string, width: number): Promise<void> =>
      page.locator('input[type=file]').evaluate(
        async (field: HTMLInputElement, photo) => {
          const picture = await createImageBitmap(await (await fetch('/samples/6.jpg')).blob());
          const drawing = document.createElement('canvas');
          drawing.width = photo.width;
          drawing.height = Math.round((photo.width * picture.height) / picture.width);
          const context = drawing.getContext('2d');
          if (context === null) throw new Error('This browser draws nothing.');
          context.drawImage(picture, 0, 0, drawing.width, drawing.height);
          if (photo.type === 'image/png') {
            // Noise, which no file format makes small.
            const noise = context.createImageData(drawing.width, Math.round(drawing.height / 2));
            for (let at = 0; at < noise.data.length; at += 65_536)
              crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
            context.putImageData(noise, 0, Math.round(drawing.height / 2));
          }
          const bytes = await new Promise<Blob | null>((resolve) => {
            drawing.toBlob(resolve, photo.type, 0.8);
          });
          if (bytes === null) throw new Error('This browser writes no such file.');
          const transfer = new DataTransfer();
          transfer.items.add(new File([bytes], photo.name, { type: photo.type }));
          field.files = transfer.files;
          field.dispatchEvent(new Event('change', { bubbles: true }));
        },
        { name, type, width },
      );
    await give('party.webp', 'image/webp', 1200);
    await seen(visit, 'party.jpg (Converted to JPEG by your browser)');
    expect(await facesOn(canvas(page))).toBe(4);
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('region', { name: 'Request as curl' }).getByText('image_attr=@party.jpg').waitFor();

    await give('large.png', 'image/png', 4200);
    await seen(visit, /^large\.jpg \(Reduced to 2048 × \d+ by your browser\)$/);
    await page.getByRole('tab', { name: 'JSON' }).click();
    const response = page.getByRole('region', { name: 'response' });
    await response.getByText(/"image_size": \[\d+, 2048\]/).waitFor({ timeout: ANALYSIS_MS });
  });

  it('speaks of a mouse and a keyboard only where there are some', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'business');
    await visit.go('/playground/faces');
    await input(visit.page, PHOTO).waitFor();
    expect(await visit.page.getByText(/paste with Ctrl\+V/).isVisible()).toBe(device === 'desktop');
  });

  it('shows a message if it cannot be sent, before anything is sent', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/faces');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    const file = page.locator('input[type=file]');
    await file.setInputFiles(await emptyFile('huge.jpg', 21 * 1024 * 1024));
    await seen(visit, /“huge\.jpg” is 21 MB; the service accepts photos of up to 20 MB/);
    await file.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await seen(visit, /“letter\.pdf” is not a picture/);
    await page.getByRole('textbox', { name: 'Image URL' }).fill('photo.jpg');
    await page.getByRole('button', { name: 'Load' }).click();
    await seen(visit, /That is not a web address/);
    expect(await axeFindings(page)).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('shows a message if the service rejects it', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    await go('/playground/faces');
    await input(page, PHOTO).waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('http://127.0.0.1/photo.jpg'));
    await page.keyboard.press('ControlOrMeta+V');
    await seen(visit, 'This URL is rejected');
    await page.getByRole('button', { name: 'Choose another photo' }).click();

    const broken = (await readFile(photoPath(6))).subarray(0, 20_000);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cut.jpg', mimeType: 'image/jpeg', buffer: broken });
    await seen(visit, 'This photo cannot be read');
    expect(await axeFindings(page)).toEqual([]);
    expect(await brokenPictures(page)).toBe(0);
    await page.getByRole('button', { name: 'Choose another photo' }).click();

    await page.locator('input[type=file]').setInputFiles({
      name: 'text.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await seen(visit, 'This kind of picture is not accepted');
    await seen(visit, /^Your browser cannot show “text\.jpg”/);
    expect(await brokenPictures(page)).toBe(0);
  });

  it('shows how much is sent, and gives up the upload when another photo comes', async () => {
    const visit = await portal.open(device);
    const { page, go, context } = visit;
    await signUp(visit, 'business');
    await go('/playground/faces');
    await input(page, PHOTO).waitFor();
    const slow = await context.newCDPSession(page);
    const line = { offline: false, latency: 20, downloadThroughput: -1 };
    await slow.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 40_000 });
    await page.locator('input[type=file]').setInputFiles(photoPath(6));
    await page.waitForFunction(() => {
      const now = Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'));
      return now > 0 && now < 100;
    });
    await seen(visit, 'Uploading the photo …');
    expect(await axeFindings(page)).toEqual([]);
    const givenUp = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/get_image_attr'),
    );
    await takeSample(page, PHOTO, 3);
    expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED');
    await slow.send('Network.emulateNetworkConditions', { ...line, latency: 0, uploadThroughput: -1 });
    expect(await facesOn(canvas(page))).toBe(3);
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it('with the camera, or shows why not', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'business');
    await visit.go('/playground/faces');
    await visit.page.getByRole('button', { name: 'Camera' }).click();
    await seen(visit, /^(No camera was found on this device|Camera access is blocked)/);
    await visit.page.keyboard.press('Escape');
    expect(await visit.page.getByRole('dialog').count()).toBe(0);

    await camera.show({ ...ONE_PERSON, fills: 0.02 });
    const other = await camera.open(device);
    await signUp(other, 'business');
    await other.go('/playground/faces');
    await other.page.getByRole('button', { name: 'Camera' }).click();
    const shutter = other.page.getByRole('button', { name: 'Take photo' });
    await other.page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    expect(await axeFindings(other.page)).toEqual([]);
    await shutter.click();
    await seen(other, 'No face found');
    await seen(other, 'camera.jpg');
  });
});
