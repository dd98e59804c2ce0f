import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signUp, newEmail, PASSWORD } from './sign-up.js';
import { heading, seen } from './navigation.js';
import { usePortal } from './portal.js';

const portal = usePortal();

describe('people who are faster than the page', () => {
  it('is not taken back to a view that was left while it appeared', async () => {
    const visit = await portal.open('desktop');
    await signUp(visit, 'free');
    await visit.page.addInitScript(() => {
      // After the view is in the page, and before React runs its effects.
      const watch = new MutationObserver(() => {
        if (document.querySelector('[role="tablist"]') === null) return;
        watch.disconnect();
        location.hash = '#/plans';
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await visit.page.goto('about:blank');
    await visit.go('/playground/faces?sample=1');
    await heading(visit, 'Plans');
    await seen(visit, 'Your plan');
    expect(new URL(visit.page.url()).hash).toBe('#/plans');
  });

  it('stays logged in when an older session request is answered after the sign-up', async () => {
    const visit = await portal.open('desktop');
    const { page } = visit;
    await visit.go('/');
    await heading(visit, /Photos in/);
    let asked: (request: Request) => void = () => undefined;
    const older = new Promise<Request>((resolve) => (asked = resolve));
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      '**/account/service',
      async (route) => {
        // Nobody is logged in when this is answered; the page hears of it later.
        const response = await route.fetch();
        asked(route.request());
        await held;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Get an API key' }).click();
    const request = await older;
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    // The last that the page asks for by itself after a sign-up.
    const newer = page.waitForResponse('**/account');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await (await newer).finished();
    await heading(visit, 'Welcome');
    answer();
    await (await request.response())?.finished();
    // Another answer and another frame later, the page has made of the first what it makes of it.
    await page.evaluate(async () => {
      await fetch('/healthz');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    expect(await page.getByRole('banner').getByRole('button', { name: 'Log out' }).isVisible()).toBe(true);
  });
});
