import { beforeAll, describe, expect, it } from 'vitest';
import { attributesOf, postForm, type Envelope } from './calls.js';
import { useService, type StartedService } from './started-service.js';

const shared = useService();
let service: StartedService;

beforeAll(() => {
  service = shared();
});

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
      // Very small files are sent as they are.
      const bytes = (await part.arrayBuffer()).byteLength;
      if (path.endsWith('.js') && bytes > 512) expect(part.headers.get('content-encoding'), path).toBe('br');
    }
  });

  it('offers sample photos of one, six and many people, of the same person twice, of look-alikes, and of nobody', async () => {
    const { data } = (await (await fetch(`${service.url}/account/service`)).json()) as Envelope;
    const samples = data['samples'] as string[];
    const names = samples.map((path) => path.replace('/samples/', ''));
    const photos = new Map<string, Uint8Array>();
    for (const name of names) {
      const photo = await fetch(`${service.url}/samples/${name}`);
      expect([photo.status, photo.headers.get('content-type')], name).toEqual([200, 'image/jpeg']);
      photos.set(name, new Uint8Array(await photo.arrayBuffer()));
      const small = await fetch(`${service.url}/samples/thumbs/${name}`);
      expect((await small.arrayBuffer()).byteLength, name).toBeLessThan(8000);
    }
    const facesOf = async (name: string): Promise<number> =>
      (await attributesOf(service.url, photos.get(name) ?? new Uint8Array())).faces.length;
    expect(await facesOf('1-portrait.jpg')).toBe(1);
    expect(await facesOf('2-group.jpg')).toBe(6);
    expect(await facesOf('3-crowd.jpg')).toBe(30);
    expect(await facesOf('8-no-face.jpg')).toBe(0);
    const verdict = async (first: string, second: string): Promise<unknown> => {
      const [img_1 = new Uint8Array(), img_2 = new Uint8Array()] = [photos.get(first), photos.get(second)];
      return (await postForm(`${service.url}/match_faces`, { img_1, img_2 })).body.data['status'];
    };
    expect(await verdict('4-same-person-then.jpg', '5-same-person-now.jpg')).toBe('match');
    expect(await verdict('6-look-alike-one.jpg', '7-look-alike-two.jpg')).toBe('not a match');
  });

  it('serves nothing else', async () => {
    for (const path of ['/assets/', '/assets/none.js', '/package.json', '/src/main.tsx', '/samples/7.jpg'])
      expect((await fetch(service.url + path)).status, path).toBe(404);
  });
});
