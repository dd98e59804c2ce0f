import { beforeAll, describe, expect, it } from 'vitest';
import {
  picturesOfPerson,
  playTake,
  stopClock,
  useActingCamera,
  type Pictures,
} from '../client-in-browser/acting-camera.js';
import { hasFootage, REAL_ACTIONS } from '../liveness/real-takes.js';
import { axeFindings, overflow } from './axe.js';
import { PHONE, type Device } from './devices.js';
import { signUp } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { usePortal } from './portal.js';
import type { Visit } from './visit.js';

const portal = usePortal();
let pictures: Pictures;

beforeAll(async () => {
  if (hasFootage) pictures = await picturesOfPerson();
});

/** Bounds for what hangs. */
const TAKE_MS = 120_000;

async function prove(device: Device, who: 'person' | 'photo'): Promise<Visit> {
  const visit = await portal.open(device);
  const { page, go, context } = visit;
  await useActingCamera(context, pictures, who);
  await signUp(visit, 'free');
  // The camera of this test cannot show every movement.
  await page.route('**/liveness_session', (route) =>
    route.continue({
      headers: { ...route.request().headers(), 'content-type': 'application/json' },
      postData: JSON.stringify({ actions: REAL_ACTIONS }),
    }),
  );
  await go('/live/prove');
  await heading(visit, 'Live camera');
  const start = page.getByRole('button', { name: 'Start' });
  await start.waitFor();
  await stopClock(page);
  await start.click();
  return visit;
}

describe.skipIf(!hasFootage).each(PHONE)('the liveness check on a %s', (device) => {
  it('says that a person is there, and what was checked', async () => {
    const visit = await prove(device, 'person');
    const { page } = visit;
    await playTake(page);
    await page.getByRole('heading', { name: 'You are there' }).waitFor({ timeout: TAKE_MS });
    expect(await page.getByRole('listitem').filter({ hasText: '(yes)' }).count()).toBe(3 + 6);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  it('does not take a photo for a person, and says why', async () => {
    const visit = await prove(device, 'photo');
    const { page } = visit;
    await playTake(page);
    await page.getByRole('heading', { name: 'Not confirmed' }).waitFor({ timeout: TAKE_MS });
    await seen(visit, /^A movement was not seen/);
    expect(await page.getByRole('listitem').filter({ hasText: '(no)' }).count()).toBe(3 + 1);
    expect(await page.getByRole('listitem').filter({ hasText: '(not checked)' }).count()).toBe(3);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Look at the camera').first().waitFor({ timeout: TAKE_MS });
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Start' }).waitFor();
  });
});

it('needs an account', async () => {
  const visit = await portal.open('desktop');
  await visit.go('/live/prove');
  await seen(visit, 'The check counts as two calls of your plan, so you need an account.');
});
