import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStore } from '../../accounts/account-store.js';
import { addAccount } from '../../accounts/account-store.test.fixture.js';
import { migrate } from '../../db/migrate.js';
import { openDatabase } from '../../db/open-database.js';
import { VERSION } from '../../observe/version.js';
import { adminOn, done, type Admin } from './admin.test.fixture.js';

let folder: string;
let admin: Admin;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-admin-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  admin = adminOn({ dataDir: await mkdtemp(join(folder, 'data-')) });
  await done(admin(['init']));
});

describe('help', () => {
  it('comes with examples, on the standard output, and touches nothing', async () => {
    const dataDir = join(folder, 'untouched');
    const { code, stdout, stderr } = await adminOn({ dataDir })(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Examples:\n {2}facet-admin accounts create/);
    expect(await readdir(folder)).not.toContain('untouched');
  });
});

it('tells its version', async () => {
  expect(await done(adminOn({ dataDir: folder })(['--version']))).toBe(`${VERSION}\n`);
});

describe('wrong use', () => {
  it.each([
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['accounts'], /Usage: facet-admin accounts/],
    [['accounts', 'create'], /missing required argument 'email'/],
    [['accounts', 'list', '--csv', '--json'], /cannot be used with/],
    [['usage', '--format', 'xml'], /Allowed choices are table, csv, json/],
    [['usage', '--from', '2027-02-29'], /must be a day such as 2027-01-31/],
    [['usage', '--from', '2027-02-02', '--to', '2027-02-01'], /--from 2027-02-02 is after --to 2027-02-01/],
    [['plans', 'end', 'ada@example.org', '--at', '2020-01-01'], /The day is in the past; use now/],
    [['plans', 'end', 'ada@example.org', '--at', 'soon'], /must be a day such as/],
  ])('%j ends with 2 and a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await admin(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
  });
});

describe('--env-file', () => {
  it('names the settings, which those of the environment override', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const file = join(dataDir, 'facet.env');
    const plans = join(dataDir, 'plans.json');
    const plan = { id: 'team', name: 'Team', calls_per_month: 10, calls_per_second: 1 };
    await writeFile(plans, JSON.stringify([plan]));
    await writeFile(file, `# Settings of the unit.\nFACET_PLANS_FILE="${plans}"\nFACET_DATA_DIR=/nowhere\n`);
    const run = adminOn({ dataDir });
    await done(run(['--env-file', file, 'init']));
    expect(await done(run(['--env-file', file, 'plans', 'list']))).toMatch(/^team /m);
    expect(await done(run(['plans', 'list']))).not.toMatch(/^team /m);
  });

  it('must be readable', async () => {
    const { code, stderr } = await admin(['--env-file', join(folder, 'missing.env'), 'plans', 'list']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: --env-file must name a file .*ENOENT/);
  });
});

describe('wrong settings', () => {
  it('end with 2 and the name of the setting', async () => {
    const { code, stderr } = await admin(['accounts', 'list'], { env: { DATABASE_URL: 'mysql://a@b/c' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: DATABASE_URL must be /);
  });

  it('end with 2 where the database does not respond', async () => {
    const url = 'postgres://facet@127.0.0.1:9/facet';
    const { code, stdout, stderr } = await adminOn({ dataDir: folder, url })(['accounts', 'list']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: DATABASE_URL must be .*ECONNREFUSED/);
  });

  it('end with 2 and the place in the plans file', async () => {
    const path = join(folder, 'plans.json');
    await writeFile(path, '[{"id":"a","name":"A","calls_per_month":-1,"calls_per_second":null}]');
    const { code, stderr } = await admin(['plans', 'list'], { env: { FACET_PLANS_FILE: path } });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: FACET_PLANS_FILE must be .* at 0\.calls_per_month must be a whole number/,
    );
  });

  it('end with 2 where the secret is not the one of the database', async () => {
    await done(admin(['accounts', 'create', 'ada@example.org']));
    const env = { FACET_SECRET: 'not the secret that it was made with' };
    for (const args of [
      ['accounts', 'create', 'bob@example.org'],
      ['api-keys', 'replace', 'ada@example.org'],
      ['accounts', 'delete', 'ada@example.org', '--yes'],
    ]) {
      const { code, stdout, stderr } = await admin(args, { env });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/FACET_SECRET, or the file secret in the data folder, is not the one/);
    }
    // What needs no secret goes on.
    expect(await done(admin(['accounts', 'list'], { env }))).toMatch(/ada@example\.org/);
  });
});

describe('a change of the secret', () => {
  it('moves what is stored, with both secrets at hand', async () => {
    const [old, young] = [
      'the old secret of the service, long enough',
      'a new secret, which is as long as that',
    ];
    const create = ['accounts', 'create', 'ada@example.org'];
    await done(admin(create, { env: { FACET_SECRET: old } }));
    // Their hash stays: it recognises the address.
    await done(admin(['accounts', 'create', 'eve@example.org'], { env: { FACET_SECRET: old } }));
    await done(admin(['accounts', 'delete', 'eve@example.org', '--yes'], { env: { FACET_SECRET: old } }));
    const both = { FACET_SECRET: young, FACET_SECRET_FALLBACK: old };
    const rotate = ['secret', 'rotate', '--yes'];
    expect(await admin(rotate, { env: { FACET_SECRET: old } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: FACET_SECRET_FALLBACK must be set to the old secret/) as string,
    });
    expect(await admin(rotate, { env: { FACET_SECRET: young } })).toMatchObject({ code: 2 });
    expect(await admin(['secret', 'rotate'], { env: both })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: Do all servers run with the new secret .* add --yes/) as string,
    });
    // Everything else works with both secrets, before and after.
    const leftAsStored = `Left as stored: 1 hash of an email address. The addresses of deleted accounts are not stored, so it is unknown which of their hashes were made with the old secret. Those that were no longer recognise an address that signs up again once the old secret is unset.
`;
    await done(admin(['accounts', 'create', 'bob@example.org'], { env: both }));
    expect(await admin(rotate, { env: both })).toEqual({
      code: 0,
      stdout: '',
      stderr: `Moved to the new secret: 1 API key.
Moved to the new secret: 1 hash of an email address.
${leftAsStored}Moved to the new secret: 0 vectors in collections.
`,
    });
    expect(await admin(rotate, { env: both })).toMatchObject({
      stderr: `Moved to the new secret: 0 API keys.
Moved to the new secret: 0 hashes of email addresses.
${leftAsStored}Moved to the new secret: 0 vectors in collections.
`,
    });
    const add = ['api-keys', 'add', 'ada@example.org', 'laptop'];
    expect(await admin(add, { env: { FACET_SECRET: old } })).toMatchObject({ code: 2 });
    await done(admin(add, { env: { FACET_SECRET: young } }));
  });
});

describe('a data folder without a database', () => {
  it.each([
    ['that does not exist', (dataDir: string) => join(dataDir, 'mistyped')],
    ['that is empty', (dataDir: string) => dataDir],
  ])('%s is rejected, and nothing is made there', async (_, place) => {
    const dataDir = place(await mkdtemp(join(folder, 'empty-')));
    for (const args of [
      ['accounts', 'list'],
      ['accounts', 'create', 'ada@example.org'],
      ['usage'],
      ['backup', join(folder, 'nothing.db')],
    ]) {
      const { code, stdout, stderr } = await adminOn({ dataDir })(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: FACET_DATA_DIR must be .* there is no database .*facet-admin init/);
    }
    expect(await readdir(dataDir).catch(() => [])).toEqual([]);
  });
});

describe('accounts delete', () => {
  const list = async (): Promise<string> => done(admin(['accounts', 'list', '--csv']));
  const remove = ['accounts', 'delete', 'ada@example.org'];

  it('deletes nothing if there is nobody to ask, except with --yes', async () => {
    await done(admin(['accounts', 'create', 'ada@example.org']));
    const { code, stderr } = await admin(remove, { input: 'yes\n' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Delete the account ada@example.org .* add --yes to confirm/);
    expect(await list()).toContain('ada@example.org');
    await done(admin([...remove, '--yes']));
    expect(await list()).not.toContain('ada@example.org');
  });

  it('asks the user at the terminal', async () => {
    await done(admin(['accounts', 'create', 'ada@example.org']));
    const rejected = await admin(remove, { input: 'no\n', isTerminal: true });
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toMatch(/for good\? Type "yes": .*error: Nothing was changed\.\n$/s);
    expect(await list()).toContain('ada@example.org');
    await done(admin(remove, { input: 'yes\n', isTerminal: true }));
    expect(await list()).not.toContain('ada@example.org');
  });
});

describe('failures', () => {
  it.each([
    [['accounts', 'suspend', 'nobody@example.org'], /^error: There is no account "nobody@example.org"\.\n$/],
    [['usage', 'nobody@example.org'], /There is no account/],
    [['accounts', 'create', 'nobody'], /"nobody" is not a valid email address/],
    [
      ['accounts', 'create', 'a@example.org', '--plan', 'gold'],
      /There is no plan gold; the catalogue has free, /,
    ],
  ])('%j end with 1 and a sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await admin(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
  });

  it('of creating leave nothing behind', async () => {
    await admin(['accounts', 'create', 'a@example.org', '--plan', 'gold']);
    await admin(['accounts', 'create', 'a@example.org', '--password-stdin'], { input: 'short\n' });
    expect(JSON.parse(await done(admin(['accounts', 'list', '--json'])))).toEqual([]);
  });

  it('are reported for an account that exists already, a short password, and a missing plan that cannot end', async () => {
    await done(admin(['accounts', 'create', 'ada@example.org']));
    const again = await admin(['accounts', 'create', 'ADA@example.org']);
    expect(again).toMatchObject({
      code: 1,
      stderr: 'error: There is already an account "ada@example.org".\n',
    });
    const short = await admin(['accounts', 'password', 'ada@example.org', '--password-stdin'], {
      input: 'x',
    });
    expect(short).toMatchObject({ code: 1 });
    expect(short.stderr).toMatch(/must have 10 to 128 characters/);
    const none = await admin(['plans', 'end', 'ada@example.org']);
    expect(none).toMatchObject({ code: 1, stderr: 'error: The account has no subscription to a plan.\n' });
  });
});

describe('plans list', () => {
  it('shows the operator’s own plans, and warns of accounts whose plan is gone', async () => {
    await done(admin(['accounts', 'create', 'ada@example.org', '--plan', 'starter']));
    const path = join(folder, 'own-plans.json');
    await writeFile(path, '[{"id":"own","name":"Own, and more","calls_per_month":5,"calls_per_second":2}]');
    const env = { FACET_PLANS_FILE: path };
    const { code, stdout, stderr } = await admin(['plans', 'list', '--csv'], { env });
    expect(code).toBe(0);
    expect(stdout).toBe(
      'plan,name,calls_per_month,calls_per_second,burst,self_service,accounts\n' +
        'own,"Own, and more",5,2,2,true,0\nunlimited,Unlimited,,,,false,0\n',
    );
    expect(stderr).toBe(
      'The plan starter of 1 account(s) is not in the catalogue; their calls are rejected.\n',
    );
    expect(await done(admin(['accounts', 'list', '--json'], { env }))).toMatch(/"state":"plan unknown"/);
  });
});

describe('large results', () => {
  const ACCOUNTS = 1100;
  const DAYS = ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', '2027-01-05'];
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(folder, 'large-'));
    const database = await openDatabase({ dataDir });
    await migrate(database);
    const { id } = await addAccount(database);
    // The same moment for all, so that only the id tells them apart.
    const others = Array.from({ length: ACCOUNTS - 1 }, (_, n) => ({
      id: `acc_${n}`,
      user_id: null,
      label: `=${n}`,
      role: 'user' as const,
      created_at: 5,
      suspended_at: null,
    }));
    await database.db.insertInto('account').values(others).execute();
    for (const day of DAYS)
      await database.db
        .insertInto('usage_day')
        .values(
          [id, ...others.map((other) => other.id)].map((account_id) => ({
            account_id,
            day,
            operation: 'match_faces',
            outcome: '1000',
            calls: 1,
          })),
        )
        .execute();
    expect(await new AccountStore(database.db).byId('acc_7')).not.toBeNull();
    await database.close();
  });

  it('list all entries across pages', async () => {
    const range = ['--from', '2027-01-01', '--to', '2027-01-31'];
    const large = adminOn({ dataDir });
    const usage = JSON.parse(await done(large(['usage', ...range, '--format', 'json']))) as object[];
    expect(usage).toHaveLength(ACCOUNTS * DAYS.length);
    expect(new Set(usage.map((row) => JSON.stringify(row))).size).toBe(usage.length);
    const accounts = (await done(large(['accounts', 'list', '--csv']))).trimEnd().split('\n');
    expect(new Set(accounts).size).toBe(ACCOUNTS + 1);
    expect(accounts.filter((line) => line.includes(`,"'=`))).toHaveLength(ACCOUNTS - 1);
  });

  it('keep within the days that are asked for', async () => {
    const one = ['usage', 'acc_7', '--from', '2027-01-02', '--to', '2027-01-03'];
    const lines = (await done(adminOn({ dataDir })([...one, '--format', 'table']))).trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ +/))).toEqual([
      ['ACCOUNT', 'EMAIL', 'DAY', 'OPERATION', 'OUTCOME', 'CALLS'],
      ['acc_7', '=7', '2027-01-02', 'match_faces', '1000', '1'],
      ['acc_7', '=7', '2027-01-03', 'match_faces', '1000', '1'],
    ]);
  });
});
