import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, axeFindingsInBothColours, overflow } from './axe.js';
import { DEVICE_NAMES, PHONE } from './devices.js';
import { EVERYBODY, ONE_PERSON } from './camera-film.js';
import { useFakeCamera } from './fake-camera.js';
import { signUp } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { ANALYSIS_MS } from './playground-photos.js';
import { usePortal } from './portal.js';
import { askServer, type Visit } from './visit.js';

const portal = usePortal();
const camera = useFakeCamera(portal);

const start = ({ page }: Visit): Promise<void> =>
  page.getByRole('button', { name: 'Start the camera' }).click();

const facesSeen = ({ page }: Visit, count: string): Promise<void> =>
  page.getByText(new RegExp(`^${count} · \\d+ ms`)).waitFor({ timeout: ANALYSIS_MS });

/** Whether something is drawn on the canvas over the picture. */
const isDrawn = ({ page }: Visit): Promise<boolean> =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (canvas == null || context == null || canvas.width === 0) return false;
    return context.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
  });

describe.each(PHONE)('the live camera on a %s', (device) => {
  it('runs on the start page without an account', async () => {
    await camera.show(ONE_PERSON);
    const visit = await camera.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await go('/');
    await start(visit);
    await facesSeen(visit, '1 face');
    await seen(visit, /^Free trial: \d+ frames? analysed so far\./);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Response as JSON' }).textContent(), { timeout: 15_000 })
      .toContain('"face_id_0"');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('img', { name: /^The photo six-people\.jpg/ }).waitFor();
  });

  it('waits as long as the service asks', async () => {
    await camera.show(ONE_PERSON);
    const visit = await camera.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await signUp(visit, 'business');
    const times: number[] = [];
    await page.route('**/get_image_attr*', async (route) => {
      times.push(Date.now());
      if (times.length > 1) return route.fallback();
      return route.fulfill({
        status: 503,
        headers: { 'retry-after': '3' },
        json: { status: 'error', code: '5003', success: false, message: 'The service is busy.', data: {} },
      });
    });
    await go('/live');
    await start(visit);
    await seen(visit, 'Waiting 3 s before the next frame');
    await facesSeen(visit, '1 face');
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(3000);
  });

  it('stops, and switches the camera off, when the page is hidden', async () => {
    await camera.show(ONE_PERSON);
    const visit = await camera.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await signUp(visit, 'business');
    await go('/live');
    await start(visit);
    await facesSeen(visit, '1 face');
    await page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject;
      Object.assign(globalThis, { tracks: stream instanceof MediaStream ? stream.getTracks() : [] });
      // Tabs of a browser without a window are never hidden by themselves.
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await seen(visit, 'The camera was turned off because this page was in the background.');
    const states = (): Promise<string[]> =>
      page.evaluate(() =>
        (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
      );
    await expect.poll(states, { timeout: 15_000 }).toEqual(['ended']);
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await facesSeen(visit, '1 face');
  });

  it('analyses in the page, without an account and without a call, until the server is chosen', async () => {
    await camera.show(EVERYBODY);
    const visit = await camera.open(device);
    const { page, go } = visit;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    await go('/live');
    await seen(visit, /nothing is sent, and no call is counted/);
    await seen(visit, 'Only the server recognises people who are enrolled.');
    expect(await axeFindings(page)).toEqual([]);
    await start(visit);
    await facesSeen(visit, '3 faces');
    await expect.poll(() => isDrawn(visit), { timeout: 15_000 }).toBe(true);
    expect(await page.getByRole('list', { name: 'Faces' }).getByRole('button').count()).toBe(3);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(sent).toEqual([]);
    await page.getByRole('checkbox', { name: 'Analyse on the server' }).check();
    await seen(visit, /^Free trial: [1-9]\d* frames? analysed so far\./);
    expect(new Set(sent)).toEqual(new Set(['/get_image_attr']));
  });

  it('says why there is no picture', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'business');
    await visit.go('/live');
    await start(visit);
    await seen(visit, /^(No camera was found on this device|Camera access is blocked)/);
    await visit.page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await axeFindings(visit.page)).toEqual([]);
  });
});

it.each(DEVICE_NAMES)('the live camera on a %s draws the faces on the moving picture', async (device) => {
  await camera.show(EVERYBODY);
  const visit = await camera.open(device);
  const { page, go } = visit;
  await askServer(visit);
  await signUp(visit, 'free');
  await go('/live');
  await heading(visit, 'Live camera');
  await seen(visit, /Each frame is one call of your plan Free/);
  expect(await axeFindingsInBothColours(page)).toEqual([]);
  const frames: { readonly apiKey: string | undefined; readonly bytes: number }[] = [];
  let open = 0;
  let mostOpen = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/get_image_attr')) return;
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    frames.push({
      apiKey: request.headers()['x-user-id'],
      bytes: Number(request.headers()['content-length'] ?? request.postDataBuffer()?.length ?? 0),
    });
  });
  const ended = (request: Request): void => {
    if (request.url().includes('/get_image_attr')) open -= 1;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  await start(visit);
  await facesSeen(visit, '3 faces');
  await expect.poll(() => isDrawn(visit), { timeout: 15_000 }).toBe(true);
  await seen(visit, /^Each frame is one call of your plan: [2-9] calls so far, 99\d left this month\.$/);
  expect(mostOpen).toBe(1);
  expect(frames[0]?.apiKey).toMatch(/^fct_/);
  expect(await page.getByRole('list', { name: 'Faces' }).getByRole('button').count()).toBe(3);
  expect(await axeFindingsInBothColours(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Start the camera' }).waitFor();
  const made = frames.length;
  await expect.poll(() => open, { timeout: 15_000 }).toBe(0);
  expect(frames.length).toBe(made);
});
