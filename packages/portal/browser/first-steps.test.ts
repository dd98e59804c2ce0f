import { describe, expect, it } from 'vitest';
import { DEVICE_NAMES } from './devices.js';
import { newEmail, PASSWORD } from './members.js';
import { followMain, heading, seen } from './navigation.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';

const portal = usePortal();

describe.each(DEVICE_NAMES)('first steps on a %s', (device) => {
  it('lead from the start page to a user id that works, and to its usage', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { url } = portal.service();

    await go('/');
    await heading(visit, 'Images in, numbers out, nothing kept.');
    await page.getByRole('link', { name: 'Get an API key' }).click();

    await heading(visit, 'Sign up');
    await page.getByLabel('E-mail').fill(newEmail());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();

    await heading(visit, 'Plans');
    await seen(visit, 'Choose a plan to begin');
    await page.getByRole('button', { name: 'Choose Free' }).click();
    await seen(visit, 'You are on Free');
    await page.getByRole('link', { name: 'Copy your user id' }).click();

    await heading(visit, 'Account');
    const shown = page.getByRole('status', { name: 'User id “default”' });
    await page.getByRole('button', { name: 'Copy user id “default”' }).click();
    await seen(visit, 'Copied user id “default”.');
    const userId = await page.evaluate(() => navigator.clipboard.readText());
    expect(userId).toMatch(/^fct_\S{32}$/);
    expect(await shown.textContent()).not.toContain(userId);
    await page.getByRole('button', { name: 'Reveal user id “default”' }).click();
    expect(await shown.textContent()).toBe(userId);
    expect(await codeOfCall(url, userId)).toBe('1000');

    await page.getByText(/never used/).waitFor();
    await page.getByRole('button', { name: 'New user id' }).click();
    await seen(visit, 'Enter a name.');
    await page.getByLabel('Name of a new user id').fill('default');
    await page.getByRole('button', { name: 'New user id' }).click();
    await seen(visit, 'You have a user id with this name already.');
    await page.getByLabel('Name of a new user id').fill('laptop');
    await page.getByRole('button', { name: 'New user id' }).click();
    await seen(visit, 'You have a new user id, “laptop”.');
    await page.getByRole('button', { name: 'Reveal user id “laptop”' }).click();
    const second = await page.getByRole('status', { name: 'User id “laptop”' }).textContent();
    expect(second).not.toBe(userId);
    await page.getByRole('button', { name: 'Revoke user id “default” …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click();
    await seen(visit, 'The user id “default” no longer works.');
    await shown.waitFor({ state: 'detached' });
    expect(await codeOfCall(url, userId)).toBe('4002');
    expect(await codeOfCall(url, second ?? '')).toBe('1000');
    await page.reload();
    await page.getByText(/last used/).waitFor();

    await followMain(visit, 'Usage');
    await heading(visit, 'Usage');
    await page.getByRole('heading', { name: '998 calls left' }).waitFor();
    await seen(visit, '2 calls analysed');
    await page.getByText('The same as a table').click();
    const row = page.getByRole('table').getByRole('row').nth(1);
    expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '2']);
  });

  it('end in words where a form is not filled in well', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/sign-up');
    await page.getByLabel('E-mail').fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await seen(visit, /no e-mail address/);
    await seen(visit, /at least 10 characters/);
    const email = page.getByLabel('E-mail');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
