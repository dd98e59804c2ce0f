import { freePort } from '@facet/test-support';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startContained, untilStatus, type ContainedServer } from '../shared/contained-server.js';
import { readImageFacts } from '../shared/dockerfile.js';
import { runTool } from '../shared/run-tool.js';

const START_DEADLINE_MS = 120_000;
const image = readImageFacts();

let port: number;
let server: ContainedServer;
let env: Record<string, string>;

beforeAll(async () => {
  port = await freePort();
  env = { ...image.env, PORT: String(port) };
  server = startContained({ image, env });
  await untilStatus(server, `http://127.0.0.1:${port}/readyz`, 200, START_DEADLINE_MS);
});
afterAll(() => server.stop('SIGKILL'));

/** The health check of the image, as Docker would run it. */
async function healthCode(): Promise<number | null> {
  const [program = '', ...args] = image.health;
  expect(program).toBe('node');
  const { code } = await runTool(process.execPath, args, { env });
  return code;
}

describe('the command of the image, in the file system of the image', () => {
  it('runs without privileges, as the first process', () => {
    const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m);
    expect(status).toMatch(/^Gid:\s+1000\s+1000\s+1000\s+1000$/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m);
  });

  it('can write only to its volume and to /tmp', () => {
    const mounts = readFileSync(`/proc/${server.pid()}/mounts`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const writable = mounts
      .filter(([, , kind = '', options = '']) => kind !== 'proc' && options.split(',').includes('rw'))
      .map(([, place]) => place);
    expect(writable.sort()).toEqual([image.volume, '/tmp'].sort());
  });

  it('fetches no models that are there, and shows no demo account', () => {
    expect(server.written()).not.toMatch(/Fetching|Demo API key/);
    expect(server.written()).toContain('Facet is ready');
  });

  it('is healthy by its own health check', async () => {
    expect(await healthCode()).toBe(0);
  });

  it('ends with 0 when it is asked to stop, and is no longer healthy', async () => {
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.written()).toContain('"stopped"');
    expect(await healthCode()).toBe(1);
  });
});
