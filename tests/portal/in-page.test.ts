import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, overflow } from './axe.js';
import { PHONE } from './devices.js';
import { seen } from './navigation.js';
import { photoPath } from './operations.js';
import { ANALYSIS_MS } from './playground-photos.js';
import { usePortal } from './portal.js';
import type { Visit } from './visit.js';

const portal = usePortal();

const NEVER_LEFT = 'This photo never left your browser.';

/** The requests that carry something to the server. */
function sentBy({ page }: Visit): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  return sent;
}

async function choosePhoto({ page }: Visit, n: number): Promise<void> {
  await page.getByRole('button', { name: 'Choose a photo' }).and(page.locator(':enabled')).waitFor();
  await page.getByLabel('A photo to analyse').setInputFiles(photoPath(n));
}

const analysed = ({ page }: Visit, n: number, faces: number): Promise<void> =>
  page
    .getByRole('img', { name: new RegExp(`^The photo sample${n}\\.jpg: ${faces} faces\\.`) })
    .waitFor({ timeout: ANALYSIS_MS });

describe.each(PHONE)('a photo on the start page, on a %s', (device) => {
  it('is analysed in the page and sent nowhere, until the server is chosen', async () => {
    const visit = await portal.open(device);
    const { page, go } = visit;
    const sent = sentBy(visit);
    await go('/');
    await choosePhoto(visit, 6);
    await analysed(visit, 6, 4);
    await seen(visit, NEVER_LEFT);
    expect(await page.locator('.face-point').count()).toBe(4 * 68);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = await page.getByRole('region', { name: 'Response as JSON' }).textContent();
    expect((JSON.parse(json ?? '') as { faces: unknown[] }).faces).toHaveLength(4);
    await page.getByRole('tab', { name: 'Code' }).click();
    await seen(visit, /import \{ openFacet \} from '@facet\/browser'/);
    expect(sent).toEqual([]);

    const server = page.getByRole('checkbox', { name: 'Analyse on the server' });
    await server.check();
    await seen(visit, /^Free to try: [\d,]+ calls left this hour$/);
    await analysed(visit, 6, 4);
    expect(sent).toEqual(['/get_image_attr']);
    expect(await page.getByText(NEVER_LEFT).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);

    // A photo that was sent once has left the browser, wherever it is analysed later.
    await server.uncheck();
    await choosePhoto(visit, 3);
    await analysed(visit, 3, 3);
    await seen(visit, NEVER_LEFT);
    await choosePhoto(visit, 6);
    await analysed(visit, 6, 4);
    expect(await page.getByText(NEVER_LEFT).count()).toBe(0);
    expect(sent).toHaveLength(1);

    await server.check();
    await page.reload();
    await page.getByRole('checkbox', { name: 'Analyse on the server', checked: true }).waitFor();
  });
});

const OBSTACLES: readonly (readonly [string, (context: BrowserContext) => Promise<unknown>])[] = [
  [
    'there are no models',
    (context) => context.route('**/models/*', (route) => route.fulfill({ status: 404 })),
  ],
  [
    'WebAssembly lacks SIMD',
    (context) =>
      context.addInitScript(() => {
        // Chromium has no switch for it on every processor.
        WebAssembly.validate = () => false;
      }),
  ],
];

it.each(OBSTACLES)('says once that the browser cannot, and asks the server, where %s', async (_, hinder) => {
  const visit = await portal.open('desktop');
  const { page, go } = visit;
  const sent = sentBy(visit);
  await hinder(page.context());
  await go('/');
  await choosePhoto(visit, 6);
  await analysed(visit, 6, 4);
  await seen(visit, 'This browser cannot analyse photos itself, so the server analyses them.');
  expect(sent).toEqual(['/get_image_attr']);
  expect(await page.getByText(NEVER_LEFT).count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: 'Analyse on the server' }).isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
});
