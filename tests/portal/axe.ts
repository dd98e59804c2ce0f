import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
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

/** The findings of axe on the page as it is now, as text; of all rules, or of those named. */
export async function axeFindings(page: Page, ...rules: readonly string[]): Promise<string[]> {
  await settled(page);
  // As a script of the debugger: the page's own policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run: (given: RunOptions) => Promise<AxeResults> } }).axe.run(
        options,
      ),
    { resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: [...rules] }) } satisfies RunOptions,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** The same in light and in dark colours, where only contrasts differ. The page must follow the system in this. */
export async function axeFindingsInBothColours(page: Page): Promise<string[]> {
  const inLight = await axeFindings(page);
  await useColours(page, 'dark');
  const inDark = await axeFindings(page, 'color-contrast');
  await useColours(page, 'light');
  return [...inLight, ...inDark.map((finding) => `in dark colours, ${finding}`)];
}

export async function useColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Chromium leaves single elements in their former colours until they are laid out anew.
  await page.evaluate(() => {
    const { body } = document;
    const { display } = body.style;
    body.style.display = 'none';
    body.getBoundingClientRect();
    body.style.display = display;
    // Colours change with a frame; on a busy machine the check could come before it.
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Nothing is wider than the screen, so nobody scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
