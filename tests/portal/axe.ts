import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until what fades in or slides has arrived: a colour in between has too little contrast. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect !== null && Number.isFinite(effect.getComputedTiming().endTime));
    // One that is cancelled has ended, too.
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });

/** The findings of axe on the page as it is now, as text. */
export async function axeFindings(page: Page): Promise<string[]> {
  await settled(page);
  // As a script of the debugger: the page's own policy lets no foreign script in.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Nothing is wider than the screen, so nobody scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
