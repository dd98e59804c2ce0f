import { describe, expect, it } from 'vitest';
import { axeFindings } from './axe.js';
import { ONE_PERSON } from './camera-film.js';
import { useFakeCamera } from './fake-camera.js';
import { heading, seen } from './navigation.js';
import { photoPath } from './operations.js';
import { ANALYSIS_MS } from './playground-photos.js';
import { usePortal } from './portal.js';
import { askServer } from './visit.js';

const oneCall = usePortal({ env: { FACET_TRIAL_CALLS_PER_NETWORK: '1' } });
const camera = useFakeCamera(oneCall);
const noTrial = usePortal('nothing optional');
/** One is enough: the budget of the network is spent after it. */
const device = 'phone';

describe('the trial', () => {
  it('says when it is over for now, and leads to an account', async () => {
    const visit = await oneCall.open(device);
    const { page, go } = visit;
    await askServer(visit);
    await go('/');
    await page.getByRole('button', { name: 'Choose a photo' }).and(page.locator(':enabled')).waitFor();
    const file = page.getByLabel('A photo to analyse');
    await file.setInputFiles(photoPath(6));
    await page
      .getByRole('img', { name: /^The photo sample6\.jpg: 4 faces\./ })
      .waitFor({ timeout: ANALYSIS_MS });
    await seen(visit, 'Free to try: 0 calls left this hour');
    await file.setInputFiles(photoPath(3));
    await page.getByRole('link', { name: 'Code 4294' }).waitFor({ timeout: ANALYSIS_MS });
    await seen(visit, /Use an account with a plan of your own, .*\. That is in (60 minutes|1 hour)\./);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('alert').getByRole('link', { name: 'Sign up' }).click();
    await heading(visit, 'Sign up');
  });

  it('says so in the camera too, with a countdown, and leads back to it', async () => {
    await camera.show(ONE_PERSON);
    const visit = await camera.open(device);
    const { page, go } = visit;
    await askServer(visit);
    for (const view of ['/live', '/live/enrol']) {
      await go(view);
      await page.getByRole('button', { name: 'Start the camera' }).click();
      const notice = page.getByRole('alert').filter({ hasText: 'The free trial is used up for now' });
      await notice.waitFor({ timeout: ANALYSIS_MS });
      await notice.getByText(/Use an account with a plan of your own/).waitFor();
      expect(await notice.getByRole('button', { name: /^Continue in \d+ minutes$/ }).isDisabled()).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.getByRole('alert').getByRole('link', { name: 'Sign up' }).click();
    await heading(visit, 'Sign up');
    expect(new URL(page.url()).hash).toBe('#/sign-up?back=%2Flive%2Fenrol');
  });

  it('ends a series of calls, and says what to do', async () => {
    const visit = await oneCall.open(device);
    const { page, go } = visit;
    await go('/playground/search');
    await page.getByRole('button', { name: /^Load the demo gallery/ }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The free trial is used up for now' });
    await notice.waitFor({ timeout: ANALYSIS_MS });
    await notice
      .getByText(/Use an account with a plan of your own, or wait until the trial allows more calls/)
      .waitFor();
    await notice.getByRole('link', { name: 'Sign up' }).click();
    await heading(visit, 'Sign up');
  });

  it('leads to an account where the operator has none', async () => {
    const visit = await noTrial.open(device);
    const { page } = visit;
    await askServer(visit);
    await visit.go('/');
    await seen(visit, /A real response for a real photo/);
    expect(await page.getByRole('button', { name: 'Choose a photo' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Playground' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign up and try it' }).click();
    await heading(visit, 'Sign up');
  });
});
