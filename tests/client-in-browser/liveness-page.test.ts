import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  API_KEY,
  startService,
  type StartedService,
} from '../../packages/client/src/started-service.test.fixture.js';
import { useBrowser } from '../browser/shared-browser.js';
import { hasFootage, REAL_ACTIONS } from '../liveness/real-takes.js';
import { picturesOfPerson, playTake, stopClock, useActingCamera, type Pictures } from './acting-camera.js';

const CLIENT = new URL('../../packages/client/', import.meta.url);

const browser = useBrowser([]);
let service: StartedService;
let server: Server;
let origin = '';
let pictures: Pictures;
/** What the page sent to its server. */
const forms: { readonly type: string; readonly body: Buffer }[] = [];

/** The server of the page: it has the API key, and forwards what the page sends. */
beforeAll(async () => {
  if (hasFootage) pictures = await picturesOfPerson();
  // A busy machine takes long for twenty frames.
  service = await startService({ FACET_DEADLINE_MS: '120000' });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '/';
      const type = request.headers['content-type'] ?? '';
      const done =
        request.method === 'POST'
          ? forward(path, type, Buffer.concat(chunks))
          : fileOf(path).then((file) => file);
      done.then(
        ([kind, content]) => response.writeHead(200, { 'content-type': kind }).end(content),
        () => response.writeHead(404).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop();
});

async function forward(path: string, type: string, body: Buffer): Promise<[string, string]> {
  const isSession = path === '/liveness_session';
  if (!isSession) forms.push({ type, body });
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { user_id: API_KEY, 'content-type': isSession ? 'application/json' : type },
    // The camera of this test cannot show every movement.
    body: isSession ? JSON.stringify({ actions: REAL_ACTIONS }) : Uint8Array.from(body),
  });
  return ['application/json', await response.text()];
}

async function fileOf(path: string): Promise<[string, Buffer]> {
  if (path === '/') return ['text/html', await readFile(new URL('examples/liveness.html', CLIENT))];
  return ['text/javascript', await readFile(new URL(path.replace('/client/', 'dist/'), CLIENT))];
}

/** The example page, before whose camera somebody is, or a photo of them. */
async function openExample(
  who: 'person' | 'photo',
  reducedMotion: 'reduce' | 'no-preference',
): Promise<Page> {
  const context = await browser().newContext({ viewport: { width: 390, height: 844 }, reducedMotion });
  await useActingCamera(context, pictures, who);
  const page = await context.newPage();
  await page.goto(origin);
  await stopClock(page);
  await page.getByRole('button', { name: 'Start' }).click();
  return page;
}

/** What the page says at the end. */
async function resultOf(page: Page): Promise<string> {
  const result = page.locator('#result:not(:empty)');
  await result.waitFor({ timeout: 120_000 });
  return (await result.textContent()) ?? '';
}

describe.skipIf(!hasFootage)('the example page of proveLiveness', () => {
  it('asks for one movement after the other, and says that somebody is there', async () => {
    const page = await openExample('person', 'no-preference');
    const [first, ...instructions] = await playTake(page);
    expect(first).toBe('Look at the camera');
    expect(instructions.map((text) => text.slice(0, 4))).toEqual([
      '1/3:',
      'Look',
      '2/3:',
      'Look',
      '3/3:',
      'Look',
    ]);
    expect(await resultOf(page)).toMatch(/^You are there\. \((\w+: seen(, )?){3}\)$/);
    expect(await page.locator('#camera').innerHTML()).toBe('');
    const form = await new Response(Uint8Array.from(forms[0]?.body ?? []), {
      headers: { 'content-type': forms[0]?.type ?? '' },
    }).formData();
    expect(form.getAll('frames').length).toBeLessThanOrEqual(24);
    expect(form.get('times')).toMatch(/^\d+(,\d+){19}$/);
    await page.context().close();
  });

  it('does not take a photo for a person, and says why', async () => {
    const page = await openExample('photo', 'reduce');
    await playTake(page);
    expect(await resultOf(page)).toMatch(/^A movement was not seen.*\((\w+: not seen(, )?){3}\)$/);
    await page.context().close();
  });
});
