import { expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { addAccount } from '../meter/metered.test.fixture.js';
import { LoggedRequests, NO_FILTER, type LogCursor } from './logged-requests.js';
import type { EndedRequest } from '../../http/plugins/observability.js';
import { KEPT_REQUESTS, RequestLog, type LoggedRequest } from './request-log.js';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;

const request = (n: number, rest: Partial<EndedRequest> = {}): EndedRequest => ({
  at: NOON + n,
  operation: '/match_faces',
  status: 200,
  code: '1000',
  ms: 100 + n,
  requestId: `request-${n}`,
  keyHashes: [],
  ...rest,
});

/** What the log shows of a request whose API key is not known. */
const shownOf = ({ at, operation, status, code, ms, requestId }: EndedRequest): LoggedRequest => ({
  at,
  operation,
  status,
  code,
  ms,
  requestId,
  keyName: null,
});

interface Opened {
  readonly log: RequestLog;
  readonly seen: LoggedRequests;
  readonly problems: unknown[];
  readonly clock: { now: number };
}

function openLog(database: Database, keptDays = 7): Opened {
  const clock = { now: NOON + 1000 };
  const problems: unknown[] = [];
  const log = new RequestLog({
    database,
    keptDays,
    now: () => clock.now,
    onProblem: (error) => problems.push(error),
  });
  return { log, seen: new LoggedRequests(database.db, log), problems, clock };
}

const ALL = { limit: 10_000, before: null, failedOnly: false, filter: NO_FILTER };

const countIn = async ({ db }: Database): Promise<number> =>
  (await db.selectFrom('request_log').select('id').execute()).length;

onBothDatabases('the request log', (open) => {
  it('shows an account its own requests, newest first, page by page', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const other = await addAccount(database, 'other');
    const { log, seen } = openLog(database);
    for (let n = 0; n < 7; n += 1) log.add(me, request(n, n % 3 === 0 ? { status: 429, code: '4291' } : {}));
    // Two of the same moment.
    log.add(me, request(6, { requestId: 'request-6-too' }));
    log.add(other, request(99));
    await log.write();

    const shown: string[] = [];
    let before: LogCursor | null = null;
    do {
      const page = await seen.page(me, { ...ALL, limit: 3, before });
      expect(page.requests.length).toBeLessThanOrEqual(3);
      shown.push(...page.requests.map(({ requestId }) => requestId));
      before = page.next;
    } while (before !== null);
    expect(shown.slice(0, 2).sort()).toEqual(['request-6', 'request-6-too']);
    expect(shown.slice(2)).toEqual([5, 4, 3, 2, 1, 0].map((n) => `request-${n}`));
    expect((await seen.page(other, ALL)).requests).toEqual([shownOf(request(99))]);
    const failed = await seen.page(me, { ...ALL, failedOnly: true });
    expect(failed.requests.map(({ requestId }) => requestId)).toEqual([
      'request-6',
      'request-3',
      'request-0',
    ]);
  });

  it('measures the requests that were analysed', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const { log, seen } = openLog(database);
    expect(await seen.latency(me)).toBeNull();
    for (let n = 1; n <= 100; n += 1) log.add(me, request(n, { ms: n }));
    log.add(me, request(101, { ms: 9000, code: '4291', status: 429 }));
    log.add(me, request(102, { ms: 9000, code: '', status: 499 }));
    await log.write();
    expect(await seen.latency(me)).toEqual({ p95Ms: 95, requests: 100 });
  });

  it('keeps a bounded number for each account, the newest', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const other = await addAccount(database, 'other');
    const { log, seen } = openLog(database);
    log.add(other, request(1));
    for (let n = 0; n < KEPT_REQUESTS + 400; n += 1) {
      log.add(me, request(n, { at: NOON - 100_000 + n }));
      if (n % 150 === 149) await log.write();
    }
    await log.write();
    const { requests } = await seen.page(me, ALL);
    expect(requests.length).toBeGreaterThanOrEqual(KEPT_REQUESTS);
    expect(requests.length).toBeLessThan(KEPT_REQUESTS + 100);
    expect(requests[0]?.requestId).toBe(`request-${KEPT_REQUESTS + 399}`);
    expect((await seen.page(other, ALL)).requests).toHaveLength(1);
  });

  it('holds a bounded number in memory: the newest of a flood, and still those of others', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const other = await addAccount(database, 'other');
    const { log, seen } = openLog(database);
    for (let n = 0; n < 50_000; n += 1) log.add(me, request(n));
    log.add(other, request(1));
    await log.write();
    const { requests } = await seen.page(me, ALL);
    expect(requests).toHaveLength(200);
    expect(requests[0]?.requestId).toBe('request-49999');
    expect((await seen.page(other, ALL)).requests).toHaveLength(1);
    for (let n = 0; n < 1000; n += 1) log.add(`account-${n}`, request(n));
    log.add(me, request(50_000));
    await log.write();
    // None of the others exist, and there was no room left for the last one.
    expect((await seen.page(me, ALL)).requests[0]?.requestId).toBe('request-49999');
  });

  it('removes what is older than the days that are set, and shows it no longer even before', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const { log, seen, clock } = openLog(database, 2);
    for (let n = 0; n < 5; n += 1) log.add(me, request(n));
    log.add(me, request(9, { at: NOON + DAY_MS }));
    await log.write();
    clock.now = NOON + 2 * DAY_MS + 2;
    expect((await seen.page(me, ALL)).requests.map(({ requestId }) => requestId)).toEqual([
      'request-9',
      'request-4',
      'request-3',
      'request-2',
    ]);
    expect(await countIn(database)).toBe(6);
    await log.sweep();
    expect(await countIn(database)).toBe(4);
    clock.now += 10 * DAY_MS;
    await log.sweep();
    expect(await countIn(database)).toBe(0);
  });

  it('logs nothing where it is switched off, and removes what there was', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const before = openLog(database);
    before.log.add(me, request(1));
    await before.log.write();
    const { log, seen } = openLog(database, 0);
    log.add(me, request(2));
    await log.write();
    expect((await seen.page(me, ALL)).requests).toEqual([]);
    await log.sweep();
    expect(await countIn(database)).toBe(0);
  });

  it('writes by itself, and what is left when it is closed', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const { log, problems } = openLog(database);
    log.start();
    log.add(me, request(1));
    await expect.poll(() => countIn(database), { timeout: 15_000 }).toBe(1);
    log.add(me, request(2));
    await log.close();
    expect(await countIn(database)).toBe(2);
    expect(problems).toEqual([]);
  });

  it('keeps what cannot be written for the next time, writes it once, and never fails a call', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const { log, seen } = openLog(database);
    for (let n = 0; n < 150; n += 1) log.add(me, request(n));
    await database.db.schema.alterTable('request_log').renameTo('away').execute();
    await expect(log.write()).rejects.toThrow(/request_log/);
    log.add(me, request(150));
    await database.db.schema.alterTable('away').renameTo('request_log').execute();
    await log.write();
    await log.write();
    const { requests } = await seen.page(me, ALL);
    expect(requests).toHaveLength(151);
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(151);
  });

  it('writes nothing of accounts that are gone', async () => {
    const database = await open();
    const me = await addAccount(database, 'me');
    const { log } = openLog(database);
    log.add(me, request(1));
    await database.db.updateTable('account').set({ deleted_at: NOON }).where('id', '=', me).execute();
    await log.write();
    expect(await countIn(database)).toBe(0);
  });
});
