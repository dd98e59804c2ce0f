import { SERVER_MAIN, freePort } from '@facet/test-support';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { goodCall } from '../shared/good-call.js';
import { smallPhoto } from '../shared/photos.js';
import { API_KEY } from '../shared/service.js';
import { expectExact, expectSound, readCounted } from './counted.js';
import { hasNoResponse, EXTRA_SUCCESS, underLoad, type CallOutcome } from './load.js';
import { expectWholeCache } from './models-cache.js';
import { killWith, startForTest, temporaryFolder } from './start-on.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

// Killed, crashed in a native library, and aborted by one: what the machine, a defect or an assertion does.
it('a server that is killed under load starts again by itself, and has counted exactly', async () => {
  const place = { dataDir: folder.path, url: undefined };
  const image = await smallPhoto();
  const heard: CallOutcome[] = [];
  for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const) {
    const service = await startForTest(folder.path);
    const calls = await underLoad(service.url, { image }, async (load) => {
      await load.hear(6);
      await killWith(service, signal);
    });
    await service.stop();
    expect(service.process.signalCode).toBe(signal);
    expect(calls.filter(hasNoResponse).length, 'calls in flight').toBeGreaterThan(0);
    heard.push(...calls);
    await expectSound(folder.path);
  }
  const service = await startForTest(folder.path);
  try {
    await expectExact(place, heard);
    const before = await readCounted(place);
    await goodCall(service.url);
    expect(await readCounted(place)).toMatchObject({ used: before.used + 1 });
  } finally {
    expect(await service.stop()).toBe(0);
  }
  await expectExact(place, [...heard, EXTRA_SUCCESS]);
  await expectSound(folder.path);
  await expectWholeCache();
});

it('a server that is killed while it starts leaves nothing that stops the next start', async () => {
  const killAfter = async (ms: number): Promise<void> => {
    const env = { ...process.env, PORT: String(await freePort()), FACET_DATA_DIR: folder.path };
    const child = spawn(process.execPath, [SERVER_MAIN], {
      env: { ...env, FACET_WORKERS: '1', FACET_DEMO_API_KEY: API_KEY },
      stdio: 'ignore',
    });
    const gone = once(child, 'exit');
    await sleep(ms);
    child.kill('SIGKILL');
    await gone;
  };
  const secrets = new Set<string>();
  for (const ms of [150, 300, 450, 600, 800, 1000]) {
    await killAfter(ms);
    const secret = await readFile(join(folder.path, 'secret'), 'utf8').catch(() => undefined);
    if (secret !== undefined) secrets.add(secret);
  }
  const service = await startForTest(folder.path);
  try {
    await goodCall(service.url);
  } finally {
    expect(await service.stop()).toBe(0);
  }
  await expectSound(folder.path);
  // A secret that was used once must stay: the API keys depend on it.
  secrets.add(await readFile(join(folder.path, 'secret'), 'utf8'));
  expect(secrets.size).toBe(1);
  expect(await readdir(folder.path)).toContain('facet.db');
  await expectWholeCache();
});
