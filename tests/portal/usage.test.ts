import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { exampleUsage } from './example-usage.js';
import { DEVICE_NAMES, PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';

const portal = usePortal('small plans');
const quiet = usePortal('nothing optional');

const rows = (page: Page) => page.getByRole('region', { name: 'Requests, newest first' }).locator('tbody tr');
const tile = (page: Page, name: string) =>
  page.locator('.tile').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) });

describe.each(PHONE)('usage on a %s', (device) => {
  it('shows the figures and each request with its outcome', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'two');
    const { url } = portal.service();
    for (const code of ['1000', '1000', '4292']) expect(await codeOfCall(url, apiKey)).toBe(code);

    await go('/usage');
    await heading(visit, 'Usage');
    // A request is logged about a second after its response.
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          await rows(page).first().waitFor();
          return rows(page).count();
        },
        { timeout: 30_000 },
      )
      .toBe(3);
    const newest = rows(page).first();
    expect(await newest.textContent()).toMatch(/Facesdefault4294292\d+[\w-]{36}/);
    expect(await newest.getByRole('link', { name: '4292' }).getAttribute('href')).toBe('#/errors/4292');
    expect(await page.getByText(apiKey).count()).toBe(0);

    const filter = (name: string): Locator =>
      page.getByRole('group', { name: 'Filter the request log' }).getByLabel(name);
    await filter('Outcome').selectOption('Errors only');
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(1);
    await filter('Outcome').selectOption('Success');
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(2);
    await filter('API key').selectOption('default');
    await filter('Operation').selectOption('Faces');
    await filter('Outcome').selectOption({ index: 3 });
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(1);
    await rows(page).getByText('4292').waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    expect(await tile(page, 'Calls').textContent()).toContain('3');
    expect(await tile(page, 'Success rate').textContent()).toContain('66.6%');
    expect(await tile(page, 'Response time').textContent()).toMatch(/\d+ ms/);
    expect(await tile(page, 'Quota lasts').textContent()).toContain('Used up');
  });

  it('shows recent rejections where the operator keeps no request log', async () => {
    const visit = await quiet.open(device);
    await signUp(visit);
    await visit.go('/usage');
    await seen(visit, /^None\. Calls that are rejected appear here/);
    expect(await visit.page.getByRole('heading', { name: 'Request log' }).count()).toBe(0);
  });
});

it.each(DEVICE_NAMES)(
  'usage on a %s shows a day of the chart to the pointer and to the keyboard, each operation in its own colour',
  async (device) => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'two');
    await page.route('**/account/usage*', (route) => route.fulfill({ json: exampleUsage(Date.now()) }));
    await go('/usage');
    const plot = page.getByRole('group', { name: /^Calls by day/ });
    await plot.focus();
    await page.keyboard.press('End');
    const tip = plot.getByRole('status');
    await expect
      .poll(() => tip.textContent(), { timeout: 15_000 })
      .toMatch(/Faces\s*\d+\s+Match\s*\d+\s+Vector\s*\d+/);
    const last = await tip.textContent();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => tip.textContent(), { timeout: 15_000 }).not.toBe(last);
    await page.keyboard.press('Escape');
    await expect.poll(() => tip.textContent(), { timeout: 15_000 }).toBe('');

    const box = await plot.boundingBox();
    if (box === null) throw new Error('The chart is not there.');
    const at = [box.x + box.width - 3, box.y + box.height / 2] as const;
    if (device === 'phone') await page.touchscreen.tap(...at);
    else await page.mouse.move(...at);
    await expect.poll(() => tip.textContent(), { timeout: 15_000 }).toBe(last);

    const colours = await page
      .locator('.legend rect')
      .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('class')));
    expect(colours).toEqual(['chart-1', 'chart-2', 'chart-3', 'chart-rejected']);
  },
);
