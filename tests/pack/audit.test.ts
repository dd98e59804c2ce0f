import { withoutNpm } from '@facet/test-support';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratch, type Scratch } from '../cli/photos.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/audit.mjs', import.meta.url));

let place: Scratch;
let runs = 0;
beforeAll(async () => {
  place = await scratch();
});
afterAll(() => place.remove());

interface Audit {
  readonly code: number;
  readonly written: string;
}

/** Runs the audit against a registry that answers every request for advisories in this way. */
async function audit(status: number, advisories: object, ...args: readonly string[]): Promise<Audit> {
  const registry = createServer((request, response) => {
    request.resume();
    const isAudit = request.method === 'POST';
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAudit ? advisories : {}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  runs += 1;
  const env = {
    ...withoutNpm(),
    // npm keeps advisories.
    npm_config_cache: place.path(`cache-${runs}`),
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
  };
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, [SCRIPT, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), written: stdout + stderr });
      });
    });
  } finally {
    registry.close();
  }
}

/** What the registry of npm answers for a package with a known vulnerability. */
const advisory = (severity: string, name = 'fastify'): object => ({
  [name]: [{ id: 1, url: 'https://example.org/1', title: 'A', severity, vulnerable_versions: '>=0.0.1' }],
});

it('passes where nothing is known, and says so', async () => {
  const { code, written } = await audit(200, {}, '--require-response');
  expect(code, written).toBe(0);
  expect(written).toContain('Licences: all are accepted');
  expect(written).toContain('Vulnerabilities: 0');
});

it('fails for a vulnerability of high severity, and names it', async () => {
  const { code, written } = await audit(200, advisory('high'));
  expect(code).toBe(1);
  expect(written).toMatch(/^fastify .*: high$/m);
  expect((await audit(200, advisory('low'))).code).toBe(0);
});

it('looks at what the portal is built from, and at no tool of developers', async () => {
  expect((await audit(200, advisory('high', 'react-dom'))).code).toBe(1);
  expect((await audit(200, advisory('high', 'vitest'))).code).toBe(0);
});

it('passes with a warning where the registry has no audits, unless it must', async () => {
  const { code, written } = await audit(405, {});
  expect(code, written).toBe(0);
  expect(written).toContain('VULNERABILITIES WERE NOT CHECKED: the registry has no audits (HTTP 405).');
  expect((await audit(405, {}, '--require-response')).code).toBe(1);
});

it('fails where the registry fails in any other way', async () => {
  const { code, written } = await audit(500, {});
  expect(code, written).toBe(1);
  expect(written).toContain('npm audit failed');
});
