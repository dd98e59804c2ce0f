import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runApp, type RunningApp } from '../../running-app.test.fixture.js';
import { adminOn, done, type Admin } from './admin.test.fixture.js';

let dataDir: string;
let app: RunningApp;
let admin: Admin;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'facet-service-accounts-'));
  app = await runApp({ env: { FACET_DATA_DIR: dataDir } });
  admin = adminOn({ dataDir });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const created = async (...args: readonly string[]): Promise<Record<string, string>> =>
  JSON.parse(await done(admin(['accounts', ...args, '--json']))) as Record<string, string>;

/** The code of a call without an image: 2001 if the API key is admitted. */
async function codeWith(apiKey: string | undefined): Promise<string> {
  const response = await fetch(`${app.url}/get_face_vec`, {
    method: 'POST',
    headers: { user_id: apiKey ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await response.json()) as { code: string }).code;
}

it('keeps the keys of a service account when a user gets a new password, and when the user leaves', async () => {
  const ada = await created('create', 'ada@example.org', '--plan', 'starter');
  const service = await created('create-service', 'nightly-import', '--plan', 'business');
  expect(service).toMatchObject({ name: 'nightly-import', plan: 'business' });
  const second = (await done(admin(['api-keys', 'add', 'nightly-import', 'second']))).trim();
  const keys = [service['api_key'], second];
  expect(await Promise.all([ada['api_key'], ...keys].map(codeWith))).toEqual(['2001', '2001', '2001']);

  await done(admin(['accounts', 'password', 'ada@example.org', '--replace-keys']));
  expect(await Promise.all([ada['api_key'], ...keys].map(codeWith))).toEqual(['4002', '2001', '2001']);
  await done(admin(['accounts', 'delete', 'ada@example.org', '--yes']));
  expect(await Promise.all(keys.map(codeWith))).toEqual(['2001', '2001']);

  await done(admin(['accounts', 'delete', 'nightly-import', '--yes']));
  expect(await codeWith(second)).toBe('4002');
});

it('rejects names that are taken or could be mistaken, and gives a service account no password', async () => {
  await created('create-service', 'importer');
  for (const [name, sentence] of [
    ['importer', /already an account "importer"/],
    ['ada@example.org', /must have 2 to 63/],
    ['acc_7908416ada687e30bbfc41c3', /must have 2 to 63/],
    ['A', /must have 2 to 63/],
  ] as const) {
    const { code, stderr } = await admin(['accounts', 'create-service', name]);
    expect({ name, code }).toEqual({ name, code: 1 });
    expect(stderr).toMatch(sentence);
  }
  expect((await admin(['accounts', 'password', 'importer'])).stderr).toMatch(/has no login/);
  // The name is free again once its account is deleted.
  await done(admin(['accounts', 'delete', 'importer', '--yes']));
  await created('create-service', 'importer');
});
