import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureDemoUser } from './demo-user.js';
import { endOfDay } from './listed-user.js';
import { ListedUsers } from './listed-users.js';
import { readUsersFile } from './users-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-accounts-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('ListedUsers', () => {
  const at = (time: string): ListedUsers =>
    new ListedUsers(
      [
        { userId: 'with-a-plan', plan: 'basic' },
        { userId: 'with-a-name', plan: 'basic', account: 'acme' },
        { userId: 'without-plan' },
        { userId: 'until-january', plan: 'basic', ends: endOfDay('2027-01-31') },
      ],
      () => Date.parse(time),
    );

  it('resolves an id to an account with a plan', async () => {
    expect(await at('2026-01-01').resolveUser('with-a-name')).toEqual({ accountId: 'acme', plan: 'basic' });
  });

  it('names an account without a name by its position, which says nothing of the id', async () => {
    const users = at('2026-01-01');
    expect(await users.resolveUser('with-a-plan')).toEqual({ accountId: 'account-1', plan: 'basic' });
    expect(await users.resolveUser('until-january')).toEqual({ accountId: 'account-4', plan: 'basic' });
  });

  it('refuses unknown ids, missing plans and ended ones', async () => {
    const users = at('2027-02-01T00:00:00Z');
    expect(await users.resolveUser('someone-else')).toEqual({ refused: 'unknown-user-id' });
    expect(await users.resolveUser('without-plan')).toEqual({ refused: 'no-subscription' });
    expect(await users.resolveUser('until-january')).toEqual({ refused: 'subscription-ended' });
    expect(await at('2027-01-31T23:59:59Z').resolveUser('until-january')).toMatchObject({ plan: 'basic' });
  });
});

describe('the users file', () => {
  const write = async (content: string): Promise<string> => {
    const path = join(folder, 'users.json');
    await writeFile(path, content);
    return path;
  };

  it('gives ids, accounts, plans and end dates', async () => {
    const path = await write(
      '[{"user_id":"first-user","account":"acme","plan":"pro","ends":"2027-01-31"},{"user_id":"second-user"}]',
    );
    expect(await readUsersFile(path)).toEqual([
      { userId: 'first-user', account: 'acme', plan: 'pro', ends: new Date('2027-02-01T00:00:00Z') },
      { userId: 'second-user', account: undefined, plan: 'default', ends: undefined },
    ]);
  });

  it('gives no plan where the plan is null or empty', async () => {
    const path = await write('[{"user_id":"first-user","plan":null},{"user_id":"second-user","plan":""}]');
    expect((await readUsersFile(path)).map(({ plan }) => plan)).toEqual([undefined, undefined]);
  });

  it.each([
    ['no JSON', 'users', /users\.json is not JSON/],
    ['no list', '{}', /is wrong at/],
    ['a short id', '[{"user_id":"secret"}]', /is wrong at 0\.user_id/],
    ['no day', '[{"user_id":"secret-user","ends":"soon"}]', /is wrong at 0\.ends/],
    ['an impossible day', '[{"user_id":"secret-user","ends":"2027-02-31"}]', /is wrong at 0\.ends/],
  ])('with %s is refused with a sentence that shows no id', async (_what, content, sentence) => {
    const reading = readUsersFile(await write(content));
    await expect(reading).rejects.toThrow(sentence);
    await expect(reading).rejects.not.toThrow(/secret/);
  });

  it('that is not there is refused with its name', async () => {
    await expect(readUsersFile(join(folder, 'none.json'))).rejects.toThrow(
      /none\.json cannot be read \(ENOENT\)/,
    );
  });
});

describe('the demo user', () => {
  it('has an unguessable id that a second start shows again', async () => {
    const { userId, plan } = await ensureDemoUser(folder);
    expect(userId).toMatch(/^demo-[0-9a-f]{36}$/);
    expect(plan).toBe('demo');
    expect((await ensureDemoUser(folder)).userId).toBe(userId);
  });

  it('is kept where only its owner can read it', async () => {
    await ensureDemoUser(folder);
    expect((await stat(join(folder, 'demo-user-id'))).mode & 0o077).toBe(0);
  });

  it('is the same for two that start at the same time', async () => {
    const [a, b] = await Promise.all([ensureDemoUser(folder), ensureDemoUser(folder)]);
    expect(a.userId).toBe(b.userId);
  });

  it('may be fixed, and is not kept then', async () => {
    expect((await ensureDemoUser(folder, 'a-fixed-demo-id')).userId).toBe('a-fixed-demo-id');
    await expect(readFile(join(folder, 'demo-user-id'))).rejects.toThrow();
  });
});
