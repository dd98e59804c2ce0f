import { describe, expect, it } from 'vitest';
import { axeFindings, axeFindingsInBothColours, overflow } from './axe.js';
import { DESKTOP } from './devices.js';
import { signUp } from './sign-up.js';
import { seen } from './navigation.js';
import { codeOfCall, photoPath } from './operations.js';
import { ANALYSIS_MS, canvas, facesOn, giveChangedPhoto, input, takeSample } from './playground-photos.js';
import { usePortal } from './portal.js';

const portal = usePortal('small plans');
const PHOTO = 'Photo';

describe.each(DESKTOP)('states of the playground on a %s', (device) => {
  it('no plan: a message before and after the first call, with a link to the plans', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit);
    await go('/playground/faces');
    await page.getByRole('link', { name: 'Choose a plan' }).waitFor();
    await takeSample(page, PHOTO, 6);
    await page.getByRole('alert').filter({ hasText: 'You have no plan yet' }).waitFor();
    await seen(visit, 'Code 4003');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.waitForURL(/#\/plans$/);
  });

  it('over quota: how long, and a larger plan', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'one');
    expect(await codeOfCall(portal.service().url, apiKey)).toBe('1000');
    await go('/playground/faces');
    await takeSample(page, PHOTO, 6);
    await seen(visit, 'Your monthly quota is used up');
    await seen(visit, /Or wait for the next period\. That is in \d+ days\./);
    await page.getByRole('link', { name: 'See the plans' }).first().waitFor();
    await page.getByRole('tab', { name: 'JSON' }).click();
    expect(await page.locator('.pg-facts').innerText()).toMatch(/Quota\s+0 of 1 left/);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  it('too fast: counts down, then goes on', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'slow');
    await go('/playground/faces');
    await codeOfCall(portal.service().url, apiKey);
    await takeSample(page, PHOTO, 6);
    await seen(visit, 'Too many calls at once');
    const waiting = page.getByRole('button', { name: /^Try again in \d+ s$/ });
    expect(await waiting.isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    // The plan lets a call through every 25 seconds, so that a slow machine is still too fast.
    await page.getByRole('button', { name: 'Try again', exact: true }).click({ timeout: ANALYSIS_MS });
    expect(await facesOn(canvas(page))).toBe(4);
  });

  it('no face: a message with advice', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'ample');
    await go('/playground/faces');
    await giveChangedPhoto(page, PHOTO, { sample: 6, width: 24 });
    await seen(visit, 'No face found');
    await seen(visit, /Try a photo in which a face is larger/);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('offline: the photo stays, and the call is made when the connection is back', async () => {
    const visit = await portal.open(device);
    const { page, go, context } = visit;
    await signUp(visit, 'ample');
    await go('/playground/match');
    await page.getByRole('button', { name: 'Sample photo 6' }).first().waitFor();
    await context.setOffline(true);
    await input(page, 'First photo').locator('input[type=file]').setInputFiles(photoPath(6));
    await page.getByRole('alert').filter({ hasText: 'Your photo is still here' }).waitFor();
    await context.setOffline(false);
    expect(await facesOn(canvas(page))).toBe(4);
  });

  it('a replaced API key: the new one is used', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'ample');
    // A page that is loaded asks for the account once; one that moves asks again, and could get the new API key by itself.
    await page.goto('about:blank');
    const account = page.waitForResponse('**/account');
    await go('/playground/faces');
    await account;
    await page.getByRole('button', { name: 'Sample photo 6' }).waitFor();
    // As in another window.
    await page.evaluate(() =>
      fetch('/account/api-keys/replace', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    );
    await takeSample(page, PHOTO, 6);
    await seen(visit, 'Your API key is no longer valid');
    await page.getByRole('button', { name: 'Use the new API key' }).click();
    expect(await facesOn(canvas(page))).toBe(4);
  });

  it('empty: every panel says how to start', async () => {
    const visit = await portal.open(device, { reducedMotion: 'reduce' });
    const { page, go } = visit;
    await signUp(visit, 'ample');
    for (const panel of ['faces', 'match', 'vector', 'search']) {
      await go(`/playground/${panel}`);
      await page
        .getByRole('tablist', { name: 'Operations' })
        .getByRole('tab', { selected: true, name: new RegExp(panel, 'i') })
        .waitFor();
      await page.getByRole('button', { name: 'Sample photo 1' }).first().waitFor();
      expect(await axeFindingsInBothColours(page), panel).toEqual([]);
      expect(await overflow(page), panel).toBeLessThanOrEqual(0);
    }
  });
});
