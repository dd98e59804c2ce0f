import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, SERVER_MAIN, startService, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPhoto } from '../shared/photos.js';
import { postFiles, startTarget, API_KEY } from '../shared/service.js';

let service: StartedService;

beforeAll(async () => {
  service = await startTarget();
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

interface Ended {
  readonly code: number | string | null | undefined;
  readonly written: string;
}

/** Starts another server that is expected to end by itself. */
const startAnother = (env: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const settings = { ...process.env, FACET_DATA_DIR: service.dataDir, FACET_WORKERS: '1', ...env };
    execFile(process.execPath, [SERVER_MAIN], { env: settings, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, written: stdout + stderr });
    });
  });

describe('a second server on the same data folder', () => {
  it.each([
    ['at a port of its own', async () => String(await freePort())],
    ['at the port of the first', () => Promise.resolve(new URL(service.url).port)],
  ])('%s ends with a sentence that says who works there, and harms no call', async (_, port) => {
    const image = await smallPhoto();
    const going = { on: true };
    const statuses: number[] = [];
    const calls = (async () => {
      while (going.on)
        statuses.push((await postFiles(`${service.url}/get_face_vec`, { img: image }, API_KEY)).status);
    })();
    const { code, written } = await startAnother({ PORT: await port() });
    going.on = false;
    await calls;
    expect(code).toBe(2);
    expect(written).toContain(`process ${service.process.pid ?? 0} on ${hostname()}, since 20`);
    expect(written).toMatch(/FACET_DATA_DIR must be a folder that no other server uses/);
    expect(written).not.toMatch(/\n\s+at /);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('does not hinder facet-admin and backups', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'facet-copy-'));
    try {
      expect(await service.admin('accounts', 'list')).toContain('demo');
      await service.admin('backup', join(folder, 'copy.db'));
      expect((await readFile(join(folder, 'copy.db'))).length).toBeGreaterThan(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a folder that a killed server has left', () => {
  it('is taken over at once, whatever its files say', async () => {
    const port = String(await freePort());
    const first = await startService({ env: { PORT: port, FACET_WORKERS: '1' } });
    const ended = new Promise((resolve) => first.process.once('exit', resolve));
    first.process.kill('SIGKILL');
    await ended;
    // As if the process lived: of a process that surely does.
    const left = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
    await writeFile(join(first.dataDir, 'server.json'), JSON.stringify(left));
    const second = await startService({
      env: { PORT: port, FACET_WORKERS: '1', FACET_DATA_DIR: first.dataDir },
    });
    expect(await second.stop()).toBe(0);
    await rm(first.dataDir, { recursive: true, force: true });
  });
});
