import { describe, expect, it } from 'vitest';
import { PHONE } from './devices.js';
import { signUp } from './sign-up.js';
import { usePortal } from './portal.js';

const portal = usePortal('own samples');

describe.each(PHONE)('on a %s', (device) => {
  it('the samples have names, small pictures of their own, and a credit', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    await signUp(visit, 'free');
    const loaded: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/samples/')) loaded.push(pathname);
    });
    await go('/playground');
    const group = page.getByRole('button', { name: 'Six people', exact: true });
    await group.waitFor();
    for (const name of ['One person', 'A crowd', 'No face at all'])
      await page.getByRole('button', { name, exact: true }).waitFor();
    await page.getByText('works of the US government in the public domain').waitFor();
    await expect.poll(() => loaded.length, { timeout: 15_000 }).toBeGreaterThan(0);
    expect(loaded.filter((path) => !path.startsWith('/samples/thumbs/'))).toEqual([]);
    await group.click();
    await expect.poll(() => loaded.includes('/samples/2-group.jpg'), { timeout: 15_000 }).toBe(true);
    const faces = page.getByRole('button', { name: /^Face \d+:/ });
    await expect.poll(() => faces.count(), { timeout: 45_000 }).toBeGreaterThanOrEqual(6);
  });
});
