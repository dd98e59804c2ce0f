import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import sample from '../src/start/sample-answer.json' with { type: 'json' };
import { becomeMember } from './members.js';
import { attributesOf } from './operations.js';
import { usePortal } from './portal.js';

const portal = usePortal();
const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const MOST_BYTES = 250_000;
const SAMPLE_PHOTO = 3;

describe('the built page', () => {
  it('is small', async () => {
    const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
    // Samples are loaded when somebody asks for one, and their small pictures with the playground.
    const files = entries.filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.parentPath.includes('samples'),
    );
    const sizes = await Promise.all(
      files.map(async ({ parentPath, name }) => gzipSync(await readFile(join(parentPath, name))).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(3);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(MOST_BYTES);
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

  it('is kept for ever by its names, and asked for anew by the first', async () => {
    const { url } = portal.service();
    const page = await fetch(`${url}/`);
    const html = await page.text();
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    expect((await fetch(`${url}${script}`)).headers.get('cache-control')).toContain('immutable');
  });

  it('draws on the start page what the service answers for that photo', async () => {
    const visit = await portal.open('desktop');
    const { userId } = await becomeMember(visit, 'free');
    const { data } = await attributesOf(portal.service().url, userId, SAMPLE_PHOTO);
    const live = numbersIn(data.attributes);
    const drawn = numbersIn(sample.attributes);
    expect(drawn.length).toBeGreaterThan(3 * 68 * 2);
    expect(live.length).toBe(drawn.length);
    for (const [n, value] of drawn.entries())
      expect(Math.abs(value - (live[n] ?? Number.NaN))).toBeLessThan(4);
    await visit.go('/');
    expect(await visit.page.locator('.demo circle').count()).toBe(3 * 68);
  });
});

/** Every number of an answer, in its order. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}
