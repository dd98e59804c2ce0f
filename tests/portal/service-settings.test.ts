import { freePort } from '@facet/test-support';
import { afterAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axe.js';
import { DESKTOP } from './devices.js';
import { openMailBox } from './mail-box.js';
import { signUp, callAccount, PASSWORD } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { codeOfCall } from './operations.js';
import { usePortal } from './portal.js';

const NEW_PASSWORD = 'copper orchard violin';

const mailBox = await openMailBox();
const port = await freePort();
afterAll(() => mailBox.close());

describe('a service with a mail server', () => {
  const portal = usePortal({
    env: {
      PORT: String(port),
      FACET_PUBLIC_URL: `http://127.0.0.1:${port}`,
      FACET_SMTP_URL: mailBox.url,
      FACET_MAIL_FROM: 'Facet <no-reply@example.com>',
    },
  });

  it.each(DESKTOP)(
    'lets people on a %s choose a new password by mail, and keep their keys',
    async (device) => {
      const before = await portal.open(device);
      const { email, apiKey } = await signUp(before, 'free');
      await before.go('/account');
      await before.page.getByRole('button', { name: 'Send link' }).click();
      await before.page.goto(await mailBox.nextLink());
      await before.page.getByRole('button', { name: 'Confirm address' }).click();
      await seen(before, 'Your email address is confirmed');

      const visit = await portal.open(device);
      const { page, go } = visit;
      await go('/log-in');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await heading(visit, 'Reset your password');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await seen(visit, 'Check your inbox');

      const link = await mailBox.nextLink();
      await page.goto(link);
      await heading(visit, 'Choose a new password');
      expect(await page.getByLabel(/^Replace my API keys too/).isChecked()).toBe(false);
      expect(await axeFindings(page)).toEqual([]);
      await page.getByLabel('New password', { exact: true }).fill('Password2026');
      await page.getByRole('button', { name: 'Change password' }).click();
      await seen(visit, /not one of the most common passwords/);
      await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Change password' }).click();
      await seen(visit, /Your API keys work as before/);
      expect(await codeOfCall(portal.service().url, apiKey)).toBe('1000');
      await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL(/#\/playground/);

      const late = await portal.open(device);
      await late.page.goto(link);
      await seen(late, 'This link no longer works');
      expect(await late.page.getByLabel('New password', { exact: true }).count()).toBe(0);
      await late.page.getByRole('link', { name: 'Request a new link' }).click();
      await heading(late, 'Reset your password');
    },
  );

  it.each(DESKTOP)(
    'confirms an address on a %s only for someone logged in to the account',
    async (device) => {
      const visit = await portal.open(device);
      const { page, go } = visit;
      const { email } = await signUp(visit, 'free');
      await go('/account');
      await page.getByRole('button', { name: 'Send link' }).click();
      await seen(visit, 'Check your inbox');
      const link = await mailBox.nextLink();

      const stranger = await portal.open(device);
      await signUp(stranger, 'free');
      await stranger.page.goto(link);
      await stranger.page.getByRole('button', { name: 'Confirm address' }).click();
      await seen(stranger, /mailed for another account/);

      // The owner of the address, in a browser without a session.
      const elsewhere = await portal.open(device);
      await elsewhere.page.goto(link);
      await seen(elsewhere, /did somebody else sign up with your address/);
      expect(await elsewhere.page.getByRole('button', { name: 'Confirm address' }).count()).toBe(0);
      await elsewhere.page.getByLabel('Email').fill(email);
      await elsewhere.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await elsewhere.page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await elsewhere.page.getByRole('button', { name: 'Confirm address' }).waitFor();

      // The browser in which the account was made.
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await seen(visit, 'Your email address is confirmed');
    },
  );

  it.each(DESKTOP)('ends the session of a %s where a user resets the password', async (device) => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const { email, apiKey } = await signUp(visit, 'free');
    await callAccount(page, '/account/password-reset', { email });
    await page.goto(await mailBox.nextLink());
    await seen(visit, /^This address was never confirmed, .* all API keys of the account are replaced/);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await seen(visit, /All API keys that the account had no longer work/);
    expect(await codeOfCall(portal.service().url, apiKey)).toBe('4002');

    // The page knows that nobody is logged in, so the link leads to the form.
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await heading(visit, 'Log in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/#\/playground/);
    await go('/account/keys');
    await page.getByRole('button', { name: 'Reveal API key “default”' }).click();
    await page.getByText(/fct_/).first().waitFor();
    expect(await page.getByText(apiKey).count()).toBe(0);
  });
});

describe('a service with closed sign-up and no mail server', () => {
  const portal = usePortal({ env: { FACET_SIGN_UP: 'closed' } });

  it.each(DESKTOP)('says so on a %s, and offers neither', async (device) => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/');
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor();
    expect(await page.getByRole('link', { name: /Sign up/ }).count()).toBe(0);
    await go('/log-in');
    await heading(visit, 'Log in');
    await seen(visit, /cannot send email, so ask its operator to set a new password/);
    expect(await page.getByRole('link', { name: /Forgot|Sign up/ }).count()).toBe(0);
    await go('/sign-up');
    await seen(visit, 'Sign-up is closed');
    await go('/reset');
    await seen(visit, /No mail server is set up/);
  });
});
