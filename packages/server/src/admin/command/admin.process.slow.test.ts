import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrate } from '../../db/migrate.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { adminProcessOn, done } from './admin.test.fixture.js';

const PASSWORD = 'a password for the tests';
const COMMAND = fileURLToPath(new URL('../../../dist/admin/command/main.js', import.meta.url));

onBothDatabases('the built command', (_open, harness) => {
  it('makes an account on an empty database and ends by itself', async () => {
    const place = await harness.freshPlace();
    const admin = adminProcessOn(place);
    await done(admin(['init']));
    const made = await done(
      admin(['accounts', 'create', 'ada@example.org', '--plan', 'free', '--password-stdin'], {
        input: `${PASSWORD}\n`,
      }),
    );
    expect(made).toMatch(
      /^account {2}acc_[\da-f]{24}\nemail {4}ada@example\.org\nrole {5}user\nplan {5}free\napi_key {2}fct_[\w-]{32}\n$/,
    );
    expect(await done(admin(['accounts', 'list', '--csv']))).toMatch(
      /^account,email,role,state,plan,used,quota,.*\nacc_[\da-f]{24},ada@example\.org,user,active,free,0,1000,/,
    );
    expect(await admin(['accounts', 'suspend', 'nobody'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: There is no account "nobody".\n',
    });
    expect(await admin(['usage', '--to', 'never'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('does not fail when its output is closed early', async () => {
    const place = await harness.freshPlace();
    const database = await harness.openAt(place);
    await migrate(database);
    const accounts = Array.from({ length: 4000 }, (_, n) => ({
      id: `acc_${n}`,
      user_id: null,
      label: `account ${n} ${'x'.repeat(100)}`,
      role: 'user' as const,
      created_at: n,
      suspended_at: null,
    }));
    for (let at = 0; at < accounts.length; at += 1000)
      await database.db
        .insertInto('account')
        .values(accounts.slice(at, at + 1000))
        .execute();
    const child = spawn(process.execPath, [COMMAND, 'accounts', 'list', '--csv'], {
      env: { FACET_DATA_DIR: place.dataDir, ...(place.url !== undefined && { DATABASE_URL: place.url }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
