import type { Visit } from './visit.js';

/** Follows a link of the main navigation, which is behind a menu button on a phone. */
export async function followMain({ page, device }: Visit, name: string): Promise<void> {
  if (device === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
}

/** Presses the button of the header, which is behind the menu button on a phone. */
export async function logOut({ page, device }: Visit): Promise<void> {
  if (device === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
}

/** Waits for a view by its heading. */
export const heading = (visit: Visit, name: string | RegExp): Promise<void> =>
  visit.page.getByRole('heading', { level: 1, name }).waitFor();

/** Waits for a text to be seen. */
export const seen = (visit: Visit, text: string | RegExp): Promise<void> =>
  visit.page.getByText(text).first().waitFor();
