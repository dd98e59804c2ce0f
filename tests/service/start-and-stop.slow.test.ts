import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { postForm } from './calls.js';
import { threePeople } from './photos.js';
import { freePort, SERVER_MAIN, signUp, startService, API_KEY } from './started-service.js';

function runToEnd(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const service = spawn(process.execPath, [SERVER_MAIN], { env: { ...process.env, ...env } });
    let stderr = '';
    service.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    service.on('exit', (code) => {
      resolve({ code, stderr });
    });
  });
}

/** Waits until this many calls of /get_face_vec have reached the service, answered or not. */
async function untilArrived(url: string, calls: number): Promise<void> {
  const arrived = async (): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    // This question is in flight, too.
    const inFlight = Number(/^facet_http_requests_in_flight (\d+)$/m.exec(text)?.[1]) - 1;
    const counts = text.matchAll(
      /^facet_http_request_duration_seconds_count\{[^}]*route="\/get_face_vec"[^}]*\} (\d+)$/gm,
    );
    return [...counts].reduce((sum, [, count]) => sum + Number(count), inFlight);
  };
  await expect.poll(arrived, { interval: 10 }).toBeGreaterThanOrEqual(calls);
}

/** However busy the machine is: what is asked is what happens to open calls, not how soon they end. */
const PATIENT = { FACET_DEADLINE_MS: '150000', FACET_SHUTDOWN_MS: '150000' };

describe('Start', () => {
  it('prints the address, the demo user_id and a curl against a photo that is there', async () => {
    const service = await startService();
    while (!service.output().includes('curl')) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.output()).toContain(service.url);
    expect(service.output()).toContain(API_KEY);
    const path = /image_attr=@([^']+)'/.exec(service.output())?.[1] ?? '';
    expect((await stat(path)).size).toBeGreaterThan(10_000);
    const response = await postForm(`${service.url}/get_image_attr`, { image_attr: await readFile(path) });
    expect(response.status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it.each([
    ['PORT', 'many'],
    ['FACET_DEADLINE_MS', '-1'],
    ['FACET_URL_ALLOW', 'a/b/c'],
    ['FACET_CORS_ORIGINS', 'app.example'],
    ['FACET_PLANS_FILE', '/no/such/plans.json'],
    ['FACET_PLANS_FILE', SERVER_MAIN],
    ['DATABASE_URL', 'mysql://elsewhere/database'],
    ['DATABASE_URL', 'postgres://127.0.0.1:1/nobody-listens'],
    ['FACET_DATA_DIR', join(SERVER_MAIN, 'data')],
  ])('a wrong %s stops the start with a sentence that names it', async (name, value) => {
    const folder = await mkdtemp(join(tmpdir(), 'facet-wrong-setting-'));
    const { code, stderr } = await runToEnd({ PORT: '0', FACET_DATA_DIR: folder, [name]: value });
    await rm(folder, { recursive: true });
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^Facet cannot start: ${name} must be .*\\.$`, 'm'));
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('a port in use stops the start with a sentence that names it', async () => {
    const service = await startService();
    const folder = await mkdtemp(join(tmpdir(), 'facet-port-in-use-'));
    const { code, stderr } = await runToEnd({ PORT: new URL(service.url).port, FACET_DATA_DIR: folder });
    await rm(folder, { recursive: true });
    expect(code).toBe(2);
    expect(stderr).toMatch(/PORT/);
    await service.stop();
  });

  it('makes no demo user in production mode, and serves nobody without an account', async () => {
    const service = await startService({
      FACET_MODE: 'production',
      FACET_DEMO_API_KEY: '',
    });
    expect(service.output()).not.toMatch(/user_id/);
    const fields = { img: await threePeople() };
    expect((await postForm(`${service.url}/get_face_vec`, fields)).status).toBe(401);
    const fromPortal = { 'sec-fetch-site': 'same-origin' };
    expect((await postForm(`${service.url}/get_face_vec`, fields, fromPortal)).status).toBe(401);
    const { apiKey } = await signUp(service.url, 'first', 'free');
    expect((await postForm(`${service.url}/get_face_vec`, fields, { user_id: apiKey })).status).toBe(200);
    await service.stop();
  });
});

describe('Stop', () => {
  it('heeds a signal also before there is anything to finish', async () => {
    // A database that takes the connection and never says a word keeps the start waiting.
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const starting = spawn(process.execPath, [SERVER_MAIN], {
      env: {
        ...process.env,
        PORT: '0',
        DATABASE_URL: `postgres://127.0.0.1:${port}/silent`,
        FACET_SECRET: 's'.repeat(64),
      },
    });
    const [connection] = (await once(silent, 'connection')) as [Socket];
    starting.kill('SIGTERM');
    expect(await once(starting, 'exit')).toEqual([143, null]);
    connection.destroy();
    silent.close();
  });

  it('answers calls that wait for the models before it ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'facet-stop-early-'));
    const port = await freePort();
    const starting = spawn(process.execPath, [SERVER_MAIN], {
      env: {
        ...process.env,
        ...PATIENT,
        PORT: String(port),
        FACET_DATA_DIR: folder,
        FACET_DEMO_API_KEY: API_KEY,
      },
    });
    let output = '';
    starting.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const exited = once(starting, 'exit');
    const url = `http://127.0.0.1:${port}`;
    const img = await threePeople();
    const isAlive = (): Promise<boolean> =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isAlive())) await new Promise((resolve) => setTimeout(resolve, 5));
    const waiting = postForm(`${url}/get_face_vec`, { img });
    await untilArrived(url, 1);
    starting.kill('SIGTERM');
    expect((await waiting).status).toBe(200);
    expect(await exited).toEqual([0, null]);
    // It was never ready.
    expect(output).not.toContain('curl');
    await rm(folder, { recursive: true });
  });

  it('finishes what is open, then exits with 0', async () => {
    const service = await startService(PATIENT);
    const photo = await threePeople();
    const open = Array.from({ length: 3 }, () => postForm(`${service.url}/get_face_vec`, { img: photo }));
    await untilArrived(service.url, 3);
    const stopped = service.stop();
    for (const { status } of await Promise.all(open)) expect(status).toBe(200);
    expect(await stopped).toBe(0);
  });
});
