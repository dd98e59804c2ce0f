import { describe, expect, it } from 'vitest';
import { DESKTOP } from './devices.js';
import { focused, tabTo } from './keyboard.js';
import { signUp, newEmail, PASSWORD } from './sign-up.js';
import { heading } from './navigation.js';
import { usePortal } from './portal.js';

const portal = usePortal();

describe('the keyboard alone', () => {
  it('signs up and changes the plan', async () => {
    const visit = await portal.open('desktop');
    const { page } = visit;
    await visit.go('/');
    await heading(visit, /Photos in/);
    await tabTo(page, 'Sign up');
    await page.keyboard.press('Enter');
    await heading(visit, 'Sign up');
    await page.keyboard.press('Tab');
    await page.keyboard.type(newEmail());
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(visit, 'Welcome');
    await visit.go('/plans');
    await page.getByText('Your plan', { exact: true }).waitFor();
    await tabTo(page, 'Change to Starter …');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Change to Starter');
    await page.keyboard.press('Enter');
    await page.getByText('You are on Starter').waitFor();
  });

  it('opens a dialog, stays in it, closes it with Escape and is back where it was', async () => {
    const visit = await portal.open('desktop');
    const { page } = visit;
    await signUp(visit, 'free');
    await visit.go('/account/keys');
    await heading(visit, 'API keys');
    await page.getByRole('button', { name: 'Revoke API key “default” …' }).waitFor();
    await tabTo(page, 'Revoke API key “default” …');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
      );
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Revoke API key “default” …');
  });

  it('skips the navigation', async () => {
    const visit = await portal.open('desktop');
    await visit.go('/plans');
    await heading(visit, 'Plans');
    await visit.page.keyboard.press('Tab');
    expect(await focused(visit.page)).toBe('Skip to content');
    await visit.page.keyboard.press('Enter');
    expect(await visit.page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });

  it('is taken to the heading of a view that was asked for before the first one had appeared', async () => {
    const visit = await portal.open('desktop');
    await visit.page.addInitScript(() => {
      // The program has run by then, and React has not rendered yet.
      addEventListener('DOMContentLoaded', () => {
        location.hash = '#/plans';
      });
    });
    await visit.go('/');
    await expect.poll(() => focused(visit.page)).toBe('Plans');
  });

  it('always shows where the focus is', async () => {
    const visit = await portal.open('desktop');
    await signUp(visit, 'free');
    for (const [view, name] of [
      ['/account', 'Profile'],
      ['/account/keys', 'API keys'],
      ['/usage', 'Usage'],
      ['/plans', 'Plans'],
      ['/errors', 'Error codes'],
    ] as const) {
      await visit.go(view);
      // The placeholder of a view has the same heading, and what replaces it takes the focus if nothing else has it.
      const shown = async (): Promise<unknown> => ({
        focused: await focused(visit.page),
        placeholders: await visit.page.locator('.skeleton').count(),
      });
      await expect.poll(shown).toEqual({ focused: name, placeholders: 0 });
      for (let presses = 0; presses < 12; presses += 1) {
        await visit.page.keyboard.press('Tab');
        const outline = (): Promise<string> =>
          visit.page.evaluate(() => {
            const element = document.activeElement;
            // Behind the last element nothing has the focus, which a view that loads again gives to its heading.
            if (element === null || element.matches('body, h1')) return 'body';
            // A hidden radio button shows its focus on the label beside it.
            const shown = element.matches('.range input') ? element.nextElementSibling : element;
            const style = shown === null ? null : getComputedStyle(shown);
            return style === null ? 'none' : `${style.outlineStyle} ${style.outlineWidth}`;
          });
        // What the page still loads may take the place of what has the focus.
        await expect.poll(outline, { message: `${view}, Tab ${presses + 1}` }).toMatch(/^(body|solid 3px)$/);
      }
    }
  });
});

describe.each(DESKTOP)('from view to view on a %s', (device) => {
  it('the focus moves to the heading and the window title is set', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await go('/');
    await heading(visit, /Photos in/);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    const titles: string[] = [await page.title()];
    for (const [view, name] of [
      ['/plans', 'Plans'],
      ['/errors', 'Error codes'],
      ['/log-in', 'Log in'],
      ['/sign-up', 'Sign up'],
    ] as const) {
      await go(view);
      await heading(visit, name);
      await expect.poll(() => focused(page)).toBe(name);
      titles.push(await page.title());
    }
    expect(titles).toEqual([
      'Faces in photos, as numbers · Facet',
      'Plans · Facet',
      'Error codes · Facet',
      'Log in · Facet',
      'Sign up · Facet',
    ]);
  });
});
