import { describe, expect, it } from 'vitest';
import { axeFindingsInBothColours, overflow } from './axe.js';
import { PHONE } from './devices.js';
import { EVERYBODY, ONE_PERSON, type CameraScene } from './camera-film.js';
import { useFakeCamera } from './fake-camera.js';
import { signUp } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { ANALYSIS_MS } from './playground-photos.js';
import { usePortal } from './portal.js';
import { askServer, type Visit } from './visit.js';

const portal = usePortal();
const camera = useFakeCamera(portal);

const SCENES: readonly (readonly [advice: string, scene: CameraScene])[] = [
  ['One person only', EVERYBODY],
  ['Come closer', { ...ONE_PERSON, fills: 0.35 }],
  ['More light', { ...ONE_PERSON, brightness: 0.35 }],
];

/** The operations that frames and photos were sent to. */
function sentBy({ page }: Visit): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/get_')) sent.push(pathname);
  });
  return sent;
}

describe.each(PHONE)('the enrolment guide on a %s', (device) => {
  it('says what to do, takes the photo by itself, and keeps it in the gallery', async () => {
    const visit = await camera.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    const sent = sentBy(visit);
    await go('/live/enrol');
    await heading(visit, 'Live camera');
    await seen(visit, 'Your browser checks the frames itself; only the photo is sent, as one call.');
    expect(await axeFindingsInBothColours(page)).toEqual([]);
    for (const [advice, scene] of SCENES) {
      await camera.show(scene);
      await page.getByRole('button', { name: 'Start the camera' }).click();
      await page.getByText(advice, { exact: true }).waitFor({ timeout: ANALYSIS_MS });
      await page.getByRole('button', { name: 'Stop' }).click();
    }
    expect(sent).toEqual([]);
    expect(await axeFindingsInBothColours(page)).toEqual([]);

    await camera.show(ONE_PERSON);
    await page.getByRole('button', { name: 'Start the camera' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Looking straight: yes' })
      .waitFor({ timeout: ANALYSIS_MS });
    await page.getByRole('heading', { name: 'Photo taken' }).waitFor({ timeout: ANALYSIS_MS });
    await seen(visit, 'photo quality');
    // A photo that is less sharp than it has to be is taken again.
    expect(new Set(sent)).toEqual(new Set(['/get_face_vec']));
    await page.getByRole('img', { name: /^The vector as colours\. 128 numbers/ }).waitFor();
    expect(await page.locator('video').count()).toBe(0);
    expect(await axeFindingsInBothColours(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'Keep in the gallery' }).click();
    await seen(visit, 'Enter a name.');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Keep in the gallery' }).click();
    await seen(visit, 'Ada is in your gallery');
    await page.getByRole('link', { name: 'Search with it' }).click();
    await seen(visit, /^Ada$/);
  });

  it('tells a silent service from a person who is not there', async () => {
    await camera.show(ONE_PERSON);
    const visit = await camera.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await signUp(visit, 'business');
    let respond = (): void => undefined;
    const held = new Promise<void>((resolve) => (respond = resolve));
    await page.route('**/get_image_attr*', async (route) => {
      await held;
      await route.continue();
    });
    await go('/live/enrol');
    await page.getByRole('button', { name: 'Start the camera' }).click();
    await seen(visit, 'Waiting for the service');
    await seen(visit, 'The service does not respond. Please wait');
    await seen(visit, 'Each frame is one call, and so is the photo.');
    respond();
    await page.getByRole('heading', { name: 'Photo taken' }).waitFor({ timeout: ANALYSIS_MS });
  });

  it('goes on when the service does not accept the photo', async () => {
    await camera.show(ONE_PERSON);
    const visit = await camera.open(device);
    const { page, go } = visit;
    await signUp(visit, 'business');
    let rejected = 0;
    await page.route('**/get_face_vec*', async (route) => {
      rejected += 1;
      if (rejected > 1) return route.fallback();
      return route.fulfill({
        status: 422,
        json: {
          status: 'error',
          code: '3104',
          success: false,
          message: 'The photo does not pass the enrolment check.',
          data: {
            failed: [
              {
                rule: 'sharpness',
                value: 0.2,
                bound: 'least',
                threshold: 0.35,
                advice: 'Hold the camera still and let it focus on the face.',
              },
            ],
          },
        },
      });
    });
    await go('/live/enrol');
    await page.getByRole('button', { name: 'Start the camera' }).click();
    await page
      .getByText('Hold the camera still and let it focus on the face.')
      .waitFor({ timeout: ANALYSIS_MS });
    await page.getByRole('heading', { name: 'Photo taken' }).waitFor({ timeout: ANALYSIS_MS });
    expect(rejected).toBe(2);
  });
});

it('asks the server for every frame where the browser cannot check them itself', async () => {
  await camera.show(ONE_PERSON);
  const visit = await camera.open('desktop');
  const { page, go } = visit;
  await signUp(visit, 'business');
  await page.context().route('**/models/*', (route) => route.fulfill({ status: 404 }));
  const sent = sentBy(visit);
  await go('/live/enrol');
  await page.getByRole('button', { name: 'Start the camera' }).click();
  await seen(visit, 'This browser cannot analyse photos itself, so the server analyses them.');
  await seen(visit, 'Each frame is one call, and so is the photo.');
  await page.getByRole('heading', { name: 'Photo taken' }).waitFor({ timeout: ANALYSIS_MS });
  expect(new Set(sent)).toEqual(new Set(['/get_image_attr', '/get_face_vec']));
});
