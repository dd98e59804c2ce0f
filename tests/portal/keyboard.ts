import type { Page } from 'playwright-core';

/** The name of what has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Presses Tab until what has the focus says `text`; a page with a trap or a lost focus never gets there. */
export async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).trim() === text) return;
  }
  throw new Error(`Tab never reaches "${text}".`);
}
