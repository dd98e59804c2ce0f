import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import sample from '../../packages/portal/src/start/sample-response.json' with { type: 'json' };
import { usePortal } from './portal.js';
import { sampleResponse } from './sample-response.js';

const portal = usePortal();
/** Compressed: page, scripts, styles and data, without the photo. */
const MAX_BYTES = 130_000;

describe('the built page', () => {
  it('is small: everything that the start page loads by itself', async () => {
    const visit = await portal.open('desktop');
    const loaded: Request[] = [];
    visit.page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'image') loaded.push(request);
    });
    await visit.go('/');
    await visit.page.getByRole('img', { name: /6 faces/ }).waitFor();
    await visit.page.waitForLoadState('networkidle');
    const sizes = await Promise.all(loaded.map(async (request) => (await request.sizes()).responseBodySize));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(3);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(MAX_BYTES);
  });

  it('loads the camera only where it is started', async () => {
    const visit = await portal.open('desktop');
    const scripts: string[] = [];
    visit.page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await visit.go('/');
    await visit.page.waitForLoadState('networkidle');
    expect(scripts.filter((path) => path.includes('live'))).toEqual([]);
    await visit.go('/live');
    await visit.page.getByRole('heading', { name: 'Live camera' }).waitFor();
    await expect.poll(() => scripts.some((path) => path.includes('live')), { timeout: 15_000 }).toBe(true);
  });

  it('loads the playground only where it is needed', async () => {
    const visit = await portal.open('desktop');
    const scripts: string[] = [];
    visit.page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await visit.go('/');
    await visit.page.waitForLoadState('networkidle');
    expect(scripts.some((path) => path.includes('index'))).toBe(true);
    expect(scripts.filter((path) => path.includes('playground'))).toEqual([]);
  });

  it('is cached for ever by file name, and revalidated at its entry page', async () => {
    const { url } = portal.service();
    const page = await fetch(`${url}/`);
    const html = await page.text();
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    expect((await fetch(`${url}${script}`)).headers.get('cache-control')).toContain('immutable');
  });

  it('draws on the start page what the service responds with for that photo', async () => {
    const visit = await portal.open('desktop');
    const response = await sampleResponse(portal.service().url);
    const { data } = (await response.json()) as { data: { attributes: unknown } };
    const live = numbersIn(data.attributes);
    const drawn = numbersIn(sample.data.attributes);
    expect(drawn.length).toBeGreaterThan(6 * 68 * 2);
    expect(live.length).toBe(drawn.length);
    for (const [n, value] of drawn.entries())
      expect(Math.abs(value - (live[n] ?? Number.NaN))).toBeLessThan(4);
    await visit.go('/');
    expect(await visit.page.locator('.face-point').count()).toBe(6 * 68);
  });
});

/** Every number of a response, in its order. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}
