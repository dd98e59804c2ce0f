import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributesOf, type Envelope } from './calls.js';
import { startService, type StartedService } from './started-service.js';

let service: StartedService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('The portal', () => {
  it('is a page at / whose parts all come from this service', async () => {
    const response = await fetch(service.url);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain('<div id="root">');
    const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(parts.length).toBeGreaterThan(1);
    for (const path of parts) {
      const { origin, href } = new URL(path, service.url);
      expect(origin, path).toBe(service.url);
      const part = await fetch(href, { headers: { 'accept-encoding': 'br' } });
      expect(part.status, path).toBe(200);
      if (path.includes('assets/')) expect(part.headers.get('cache-control'), path).toContain('immutable');
      if (path.endsWith('.js')) expect(part.headers.get('content-encoding'), path).toBe('br');
    }
  });

  it('offers sample photos that the service itself can read', async () => {
    const samples = async (): Promise<readonly string[]> => {
      const { data } = (await (await fetch(`${service.url}/account/service`)).json()) as Envelope;
      return data['samples'] as string[];
    };
    await expect.poll(async () => (await samples()).length).toBe(6);
    for (const path of await samples()) expect((await fetch(service.url + path)).status, path).toBe(200);
    const photo = await fetch(`${service.url}/samples/3.jpg`);
    expect(photo.headers.get('content-type')).toBe('image/jpeg');
    const { faces } = await attributesOf(service.url, new Uint8Array(await photo.arrayBuffer()));
    expect(faces).toHaveLength(3);
  });

  it('serves nothing else', async () => {
    for (const path of ['/assets/', '/assets/none.js', '/package.json', '/src/main.tsx', '/samples/7.jpg'])
      expect((await fetch(service.url + path)).status, path).toBe(404);
  });
});
