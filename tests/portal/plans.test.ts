import { describe, expect, it } from 'vitest';
import { DESKTOP } from './devices.js';
import { signUp, newEmail, PASSWORD } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';

const portal = usePortal('small plans');

describe.each(DESKTOP)('plans on a %s', (device) => {
  it('are seen before there is an account', async () => {
    const visit = await portal.open(device);
    await visit.go('/plans');
    await seen(visit, '5,000');
    await visit.page.getByRole('link', { name: 'Sign up for Many' }).click();
    await heading(visit, 'Sign up');
  });

  it('chosen before signing up are those of the new account', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/plans');
    await page.getByRole('link', { name: 'Sign up for Many' }).click();
    await heading(visit, 'Sign up');
    await expect.poll(() => page.getByLabel('Plan').inputValue(), { timeout: 15_000 }).toBe('many');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.waitForURL(/#\/welcome/);
    await go('/account');
    await page.getByRole('heading', { name: 'Plan: Many' }).waitFor();
  });

  it('are changed, cancelled and kept, each time saying what happens', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email, apiKey } = await signUp(visit);
    const { url, admin } = portal.service();
    expect(await codeOfCall(url, apiKey)).toBe('4003');

    await go('/plans');
    await page.getByRole('button', { name: 'Choose Two' }).click();
    await seen(visit, 'You are on Two');
    expect(await codeOfCall(url, apiKey)).toBe('1000');

    await page.getByRole('button', { name: 'Change to Many …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Your period stays the same/).waitFor();
    await dialog.getByRole('button', { name: 'Stay on Two' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Change to Many …' }).click();
    await dialog.getByRole('button', { name: 'Change to Many' }).click();
    await seen(visit, 'You are on Many');
    await seen(visit, '1 call made this period');

    await page.getByRole('button', { name: 'Cancel Many …' }).click();
    await dialog.getByText(/It keeps working until/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel Many' }).click();
    await seen(visit, /Many ends on \d+ \w+ \d{4}/);
    await go('/account');
    await seen(visit, /Your plan ends on .* and does not renew/);
    expect(await page.getByText(/new period starts/).count()).toBe(0);
    await go('/plans');
    expect(await codeOfCall(url, apiKey)).toBe('1000');
    await page.getByRole('button', { name: 'Keep Many' }).click();
    await page.getByRole('button', { name: 'Cancel Many …' }).waitFor();

    await admin('plans', 'end', email, '--at', 'now');
    expect(await codeOfCall(url, apiKey)).toBe('4004');
    await page.reload();
    await seen(visit, 'Your plan Many has ended');
    await page.getByRole('button', { name: 'Choose Many' }).click();
    await seen(visit, 'You are on Many');
    expect(await codeOfCall(url, apiKey)).toBe('1000');
  });

  it('that are used up say so, with the reason and what to do', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { apiKey } = await signUp(visit, 'two');
    const { url } = portal.service();
    const codes = [
      await codeOfCall(url, apiKey),
      await codeOfCall(url, apiKey),
      await codeOfCall(url, apiKey),
    ];
    expect(codes).toEqual(['1000', '1000', '4292']);

    await go('/usage');
    await page.getByRole('heading', { name: 'Your quota is used up' }).waitFor();
    const meter = page.getByRole('meter', { name: 'Calls used this period' });
    expect(await meter.getAttribute('aria-valuetext')).toBe('2 of 2 calls used');
    await seen(visit, 'Used up');
    await page.getByRole('link', { name: 'Choose a larger plan' }).click();
    await heading(visit, 'Plans');
    await page.getByRole('button', { name: 'Change to Many …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Many' }).click();
    await seen(visit, 'You are on Many');
    // The meter remembers a rejection for up to a second.
    await expect.poll(() => codeOfCall(url, apiKey), { timeout: 15_000 }).toBe('1000');
  });
});
