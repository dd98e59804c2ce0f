import { describe, expect, it } from 'vitest';
import { PHONE } from './devices.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';
import { signUp } from './sign-up.js';

const plan = { id: 'one', name: 'One', summary: 'For tests.', calls_per_month: 1, calls_per_second: null };
const portal = usePortal({ ownSamples: true, plans: [plan] });

describe.each(PHONE)('on a %s', (device) => {
  it('the calls are told in a sentence, also when none is left', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'one');
    await go('/playground/faces');
    await page.getByRole('button', { name: 'One person' }).click();
    await page.getByText('1 call made, 0 left.', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Faces (1)' }).waitFor();
  });

  it('a photo without a face is announced once', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'one');
    await go('/playground/faces');
    await page.getByRole('button', { name: 'No face at all' }).click();
    await page.getByRole('alert').getByText('No face found').waitFor();
    const announced = await page
      .locator('[role=alert], [role=status], [aria-live]')
      .evaluateAll((regions) => regions.map((region) => region.textContent.trim()));
    expect(announced.filter((text) => /face/i.test(text))).toHaveLength(1);
  });

  it('messages do not pile up: a new one takes the place of the one before', async () => {
    const { page, go } = await portal.open(device);
    await go('/guides/api');
    const buttons = page.getByRole('button', { name: /^Copy example/ });
    await buttons.first().waitFor();
    for (const n of [0, 1, 2]) await buttons.nth(n).click();
    await page.locator('.toast').waitFor();
    expect(await page.locator('.toast').count()).toBe(1);
    expect(await page.locator('[role=status]', { has: page.locator('.toast') }).count()).toBe(1);
  });

  it('rows of errors are in line with the others', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'one');
    for (const code of ['1000', '4292']) expect(await codeOfCall(portal.service().url, apiKey)).toBe(code);
    await go('/usage');
    const times = page.locator('.request-table tbody time');
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          await page.locator('.request-table').waitFor();
          return times.count();
        },
        { timeout: 30_000 },
      )
      .toBe(2);
    const lefts = await times.evaluateAll((all) => all.map((time) => time.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);

    await go('/errors/3001');
    const codes = page.locator('.error-list dt code');
    await codes.first().waitFor();
    const starts = await codes.evaluateAll((all) =>
      all.map((code) => Math.round(code.getBoundingClientRect().left)),
    );
    expect(new Set(starts).size).toBe(1);
  });

  it('a card that looks like a link is one', async () => {
    const { page, go } = await portal.open(device);
    await go('/');
    const card = page.getByRole('listitem').filter({ hasText: 'The distance between two faces.' });
    // In its lower right corner, far from the text of the link.
    const box = await card.boundingBox();
    if (box === null) throw new Error('The card is not shown.');
    await card.click({ position: { x: box.width - 8, y: box.height - 8 } });
    await page.waitForURL(/#\/playground\/match$/);
  });
});
