import { describe, expect, it } from 'vitest';
import { axeFindings } from './axe.js';
import { PHONE } from './devices.js';
import { signUp, PASSWORD } from './sign-up.js';
import { heading, logOut, seen } from './navigation.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';
import type { Visit } from './visit.js';

const portal = usePortal();
const NEW_PASSWORD = 'copper orchard violin';

async function logIn({ page }: Visit, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

describe.each(PHONE)('an account on a %s', (device) => {
  it('is left by logging out and entered again by its password alone', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email } = await signUp(visit, 'free');

    await go('/account');
    await logOut(visit);
    await heading(visit, 'Photos in, numbers out.');
    await go('/account');
    await seen(visit, 'Log in to see this');

    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await logIn(visit, email, 'not the password');
    await page.getByRole('alert').waitFor();
    await seen(visit, /Code 4011/);
    await seen(visit, /Check that Caps Lock is off\. .*ask the operator/);
    await logIn(visit, email, PASSWORD);
    await heading(visit, 'Profile');
    await seen(visit, new RegExp(`^${email}`));
  });

  it('is left in every tab by logging out in one', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'free');
    await visit.go('/account');
    await heading(visit, 'Profile');
    const other = await visit.context.newPage();
    await other.goto(`${portal.service().url}/#/account/keys`);
    await other.getByRole('button', { name: 'Reveal API key “default”' }).click();

    await logOut(visit);
    await heading(visit, 'Photos in, numbers out.');
    await other.getByText('Log in to see this').waitFor();
    expect(await other.getByText(/fct_/).count()).toBe(0);
  });

  it('stays logged in, and says so, if logging out fails', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'free');
    await go('/account');
    await heading(visit, 'Profile');
    await page.route('**/account/log-out', (route) => route.abort());
    await logOut(visit);
    await seen(visit, /^You are still logged in\./);
    await heading(visit, 'Profile');
  });

  it('changes its password, which ends other sessions', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email } = await signUp(visit, 'free');
    const elsewhere = await portal.open(device);
    await elsewhere.go('/log-in');
    await logIn(elsewhere, email, PASSWORD);
    await elsewhere.page.waitForURL(/#\/playground/);

    await go('/account');
    await page.getByLabel('Current password', { exact: true }).fill('not the password');
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await seen(visit, 'The current password is wrong.');
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await seen(visit, 'Your password has been changed.');
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('');

    await elsewhere.go('/account');
    await elsewhere.page.reload();
    await seen(elsewhere, 'Log in to see this');
    await elsewhere.go('/log-in');
    await logIn(elsewhere, email, NEW_PASSWORD);
    await elsewhere.page.waitForURL(/#\/playground/);
  });

  it('is deleted for good, after its address was typed', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email, apiKey } = await signUp(visit, 'free');
    const { url } = portal.service();
    expect(await codeOfCall(url, apiKey)).toBe('1000');

    await go('/account/delete');
    await page.getByRole('button', { name: 'Delete account …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address of the account').fill('somebody@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await seen(visit, 'This is not the email address of the account.');
    await dialog.getByLabel('Email address of the account').fill(email);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await heading(visit, 'Photos in, numbers out.');
    await seen(visit, 'Your account has been deleted.');

    expect(await codeOfCall(url, apiKey)).toBe('4002');
    await go('/log-in');
    await logIn(visit, email, PASSWORD);
    await seen(visit, /Code 4011/);
  });

  it('counts down to the next attempt after too many wrong passwords', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email } = await signUp(visit, 'free');
    await visit.context.clearCookies();
    await page.reload();
    await go('/log-in');
    await heading(visit, 'Log in');
    const locked = page.getByRole('button', { name: /^Try again in \d+ s$/ });
    for (let attempts = 0; attempts < 6; attempts += 1) {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(`not the password ${attempts}`);
      const answered = page.waitForResponse('**/account/log-in');
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await (await answered).finished();
    }
    await locked.waitFor();
    expect(await locked.isDisabled()).toBe(true);
    await seen(visit, /counts down to the next attempt/);
    expect(await axeFindings(page)).toEqual([]);
    const shown = await locked.textContent();
    await expect.poll(() => locked.textContent()).not.toBe(shown);
  });

  it('is told that its email address is taken', async () => {
    const first = await portal.open(device);
    const { email } = await signUp(first);
    const visit = await portal.open(device);
    await visit.go('/sign-up');
    await visit.page.getByLabel('Email').fill(email);
    await visit.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visit.page.getByRole('button', { name: 'Sign up' }).click();
    await seen(visit, /Code 4092/);
  });
});
