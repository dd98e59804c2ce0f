import { expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import {
  ADA,
  Browser,
  codeOf,
  enter,
  EVE,
  NEW_PASSWORD,
  openUsers,
  userIn,
  type OpenedUsers,
} from './users.test.fixture.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const WRONG = { ...ADA, password: EVE.password };

onBothDatabases('a known browser', (open) => {
  let database: Database;
  let now = START;

  const begin = async (): Promise<OpenedUsers> => {
    now = START;
    database = await open();
    return openUsers(database, { now: () => now });
  };

  /** Browsers that have logged in, each without the cookies of the others, and are in one network now. */
  const collect = async (opened: OpenedUsers, count: number): Promise<Browser[]> => {
    const browsers: Browser[] = [];
    for (let n = 0; n < count; n++) browsers.push(await enter(opened, ADA, 'logIn'));
    return browsers;
  };

  const guessEach = async (
    { users }: OpenedUsers,
    browsers: readonly Browser[],
    times: number,
  ): Promise<number> => {
    let tried = 0;
    for (const browser of browsers)
      for (let n = 0; n < times; n++)
        if ((await codeOf(users.logIn(browser, WRONG))) === 'wrong-credentials') tried++;
    return tried;
  };

  /** Until browsers that are not known are rejected. */
  const floodWithGuesses = async ({ users }: OpenedUsers): Promise<void> => {
    for (let n = 0; n < 50; n++) await codeOf(users.logIn(new Browser(`198.51.100.${n}`), WRONG));
    expect(await codeOf(users.logIn(new Browser('192.0.2.200'), ADA))).toBe('too-many-attempts');
  };

  const deviceIn = ({ cookie }: Browser): string => /facet_device=([^.]+)/.exec(cookie)?.[1] ?? '';

  it('keeps its id when the user logs in again', async () => {
    const opened = await begin();
    const browser = await enter(opened, ADA);
    const before = deviceIn(browser);
    expect(before).toMatch(/^[\w-]{22}$/);
    browser.keep((await opened.users.logIn(browser, ADA)).cookies);
    expect(deviceIn(browser)).toBe(before);
    expect(deviceIn(await enter(opened, ADA, 'logIn'))).not.toBe(before);
  });

  it('shares fifty guesses with all others of the user', async () => {
    const opened = await begin();
    await enter(opened, ADA);
    const browsers = await collect(opened, 11);
    expect(await guessEach(opened, browsers, 6)).toBe(50);
  });

  it('is not known any more when the owner of the address has set a new password', async () => {
    const opened = await begin();
    // A stranger signs up with the address.
    const user = await userIn(opened, await enter(opened, ADA));
    const browsers = await collect(opened, 8);
    await opened.users.setPassword(user, NEW_PASSWORD);
    // All are one network that nobody knows.
    expect(await guessEach(opened, browsers, 3)).toBe(5);
  });

  it('is not known to the next account of the same address', async () => {
    const opened = await begin();
    const browser = await enter(opened, ADA);
    const browsers = await collect(opened, 8);
    await opened.users.remove(browser, await userIn(opened, browser), ADA.password);
    await enter(opened, ADA);
    expect(await guessEach(opened, browsers, 3)).toBe(5);
  });

  it('is known for 180 days, whatever the browser does with the cookie', async () => {
    const opened = await begin();
    const browser = await enter(opened, ADA);
    now = START + 180 * DAY_MS;
    await floodWithGuesses(opened);
    expect(await codeOf(opened.users.logIn(browser, ADA))).toBe('none');
    now += 1000;
    expect(await codeOf(opened.users.logIn(browser, ADA))).toBe('too-many-attempts');
  });

  it('cannot date its cookie itself', async () => {
    const opened = await begin();
    const browser = await enter(opened, ADA);
    now = START + 181 * DAY_MS;
    const [device, , mac] = (/facet_device=([^;]+)/.exec(browser.cookie)?.[1] ?? '').split('.');
    browser.keep([`facet_device=${device}.${Math.floor(now / 1000).toString(36)}.${mac}`]);
    await floodWithGuesses(opened);
    expect(await codeOf(opened.users.logIn(browser, ADA))).toBe('too-many-attempts');
  });

  it('stays known after a change of the password in it, while the others do not', async () => {
    const opened = await begin();
    const [browser, other] = [await enter(opened, ADA), await enter(opened, ADA, 'logIn')];
    const device = deviceIn(browser);
    const user = await userIn(opened, browser);
    browser.keep(await opened.users.changePassword(browser, user, ADA.password, NEW_PASSWORD));
    expect(deviceIn(browser)).toBe(device);
    await floodWithGuesses(opened);
    const changed = { ...ADA, password: NEW_PASSWORD };
    expect(await codeOf(opened.users.logIn(browser, changed))).toBe('none');
    expect(await codeOf(opened.users.logIn(other, changed))).toBe('too-many-attempts');
  });
});
