import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graveFindings } from './axe.js';
import { DEVICE_NAMES } from './devices.js';
import { findChromium } from './find-chromium.js';
import { becomeMember } from './members.js';
import { seen } from './navigation.js';
import { photoPath } from './operations.js';
import { canvas, facesOn, input, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';
import { visit as openVisit } from './visit.js';

const portal = usePortal();
const PHOTO = 'A photo with faces';

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

describe.each(DEVICE_NAMES)('giving a photo on a %s', (device) => {
  it('by pasting a picture, and by dropping a file', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/detect');
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

  it('ends in words where it cannot be sent, before anything is sent', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/detect');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    const file = page.locator('input[type=file]');
    await file.setInputFiles(await emptyFile('huge.jpg', 21 * 1024 * 1024));
    await seen(visit, /“huge\.jpg” has 21 MB; the service takes photos of up to 20 MB/);
    await file.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
    await seen(visit, /“letter\.pdf” is not a picture/);
    await page.getByRole('textbox', { name: 'Address of a photo' }).fill('photo.jpg');
    await page.getByRole('button', { name: 'Use it' }).click();
    await seen(visit, /That is not a web address/);
    expect(await graveFindings(page)).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('ends in words where the service refuses it', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/detect');
    await input(page, PHOTO).waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('http://127.0.0.1/photo.jpg'));
    await page.keyboard.press('ControlOrMeta+V');
    await seen(visit, 'This address is refused');
    await seen(visit, /Your browser loads nothing from other hosts/);
    await page.getByRole('button', { name: 'Choose another photo' }).click();

    const broken = (await readFile(photoPath(6))).subarray(0, 20_000);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cut.jpg', mimeType: 'image/jpeg', buffer: broken });
    await seen(visit, 'This photo cannot be read');
    expect(await graveFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose another photo' }).click();

    await page.locator('input[type=file]').setInputFiles({
      name: 'text.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await seen(visit, 'This kind of picture is not accepted');
  });

  it('shows how much is sent, and gives up the upload when another photo comes', async () => {
    const visit = await portal.open(device);
    const { page, go, context } = visit;
    await becomeMember(visit, 'business');
    await go('/playground/detect');
    await input(page, PHOTO).waitFor();
    const slow = await context.newCDPSession(page);
    const line = { offline: false, latency: 20, downloadThroughput: -1 };
    await slow.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 40_000 });
    await page.locator('input[type=file]').setInputFiles(photoPath(6));
    const bar = page.getByRole('progressbar');
    await page.waitForFunction(() => {
      const now = Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'));
      return now > 0 && now < 100;
    });
    await seen(visit, 'Sending the photo …');
    expect(await graveFindings(page)).toEqual([]);
    const givenUp = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/get_image_attr'),
    );
    await page.getByRole('button', { name: 'Another photo' }).click();
    expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED');
    expect(await bar.count()).toBe(0);
    await slow.send('Network.emulateNetworkConditions', { ...line, latency: 0, uploadThroughput: -1 });
    await takeSample(page, PHOTO, 6);
    expect(await facesOn(canvas(page))).toBe(4);
  });

  it('by a camera, or in words why not', async () => {
    const visit = await portal.open(device);
    await becomeMember(visit, 'business');
    await visit.go('/playground/detect');
    await visit.page.getByRole('button', { name: 'Use the camera' }).click();
    await seen(visit, /^(No camera was found on this device|The camera is not allowed)/);
    await visit.page.keyboard.press('Escape');
    expect(await visit.page.getByRole('dialog').count()).toBe(0);

    const fake = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', ...fake],
    });
    try {
      const other = await openVisit(browser, portal.service().url, device);
      await other.context.grantPermissions(['camera'], { origin: portal.service().url });
      await becomeMember(other, 'business');
      await other.go('/playground/detect');
      await other.page.getByRole('button', { name: 'Use the camera' }).click();
      const shutter = other.page.getByRole('button', { name: 'Take the photo' });
      await other.page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
      expect(await graveFindings(other.page)).toEqual([]);
      await shutter.click();
      // The made-up camera shows a pattern: analysed, and no face in it.
      await seen(other, 'No face found');
      await seen(other, 'camera.jpg');
      expect(other.problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
