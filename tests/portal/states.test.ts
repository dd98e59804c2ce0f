import { describe, expect, it } from 'vitest';
import { PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { followMain, heading, seen } from './navigation.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const USAGE = '**/account/usage*';

describe.each(PHONE)('states on a %s', (device) => {
  it('loading: the page says what it waits for', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'free');
    let response = (): void => undefined;
    const held = new Promise<void>((resolve) => (response = resolve));
    await visit.page.route(USAGE, async (route) => {
      await held;
      await route.continue();
    });
    await visit.go('/usage');
    await visit.page.getByRole('status').filter({ hasText: 'Loading your usage' }).waitFor();
    response();
    await seen(visit, 'No calls in the last 30 days');
  });

  it('empty: the page says what to do', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'free');
    await visit.go('/usage');
    await seen(visit, 'No calls in the last 30 days');
    await seen(visit, 'No requests yet.');
    await visit.page.getByRole('link', { name: 'Make your first call' }).click();
    await visit.page.waitForURL(/#\/playground/);
  });

  it('error: the page shows the request ID and offers to try again', async () => {
    const visit = await portal.open(device);
    await signUp(visit, 'free');
    await visit.page.route(USAGE, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'request-of-the-test' },
        json: {
          status: 'error',
          code: '5000',
          success: false,
          message: 'An unexpected error occurred.',
          data: {},
        },
      }),
    );
    await visit.go('/usage');
    await seen(visit, 'Something went wrong on the server');
    await seen(visit, /Request request-of-the-test/);
    await visit.page.unroute(USAGE);
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await seen(visit, 'No calls in the last 30 days');
  });

  it('offline: the page says so, keeps its content, and continues when the connection is back', async () => {
    const visit = await portal.open(device);
    const { email } = await signUp(visit, 'free');
    await visit.go('/account');
    await heading(visit, 'Profile');
    // It is known now who is here; before, the page could keep nothing.
    await seen(visit, email);
    await visit.context.setOffline(true);
    await seen(visit, /^You are offline\. The page stays as it is/);
    await followMain(visit, 'Usage');
    await visit.page.getByRole('heading', { name: 'You are offline' }).first().waitFor();
    await visit.context.setOffline(false);
    await seen(visit, 'No calls in the last 30 days');
    expect(await visit.page.getByText('You are offline').count()).toBe(0);
  });

  it('an unreachable service: a message and a retry button, until it is back', async () => {
    const visit = await portal.open(device);
    await visit.page.route('**/account/service', (route) => route.abort());
    await visit.go('/account');
    await seen(visit, 'The service cannot be reached');
    await visit.page.getByRole('button', { name: 'Try again' }).waitFor();
    await visit.page.unroute('**/account/service');
    await seen(visit, 'Log in to see this');
  });

  it('a suspended account is told so', async () => {
    const visit = await portal.open(device);
    const { email } = await signUp(visit, 'free');
    await portal.service().admin('accounts', 'suspend', email);
    await visit.page.reload();
    await visit.go('/usage');
    await seen(visit, 'This account is suspended');
  });

  it('an unknown view says that it does not exist', async () => {
    const visit = await portal.open(device);
    await visit.go('/no-such-view');
    await seen(visit, 'This page does not exist');
  });
});
