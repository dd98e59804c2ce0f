import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { PostgresDatabase } from '../../db/database.js';
import { ServiceError } from '../../errors.js';
import { DeadlineQueue, type Waiting } from './deadline-queue.js';
import type { MeterStore, MeterStoreOptions, Settlement, Verdict } from './meter-store.js';
import { planParameters, verdictsOf, type AdmitRow, type PeriodOver } from './postgres-admit.js';
import { reconcile } from './postgres-reconcile.js';
import { OutcomeUnknown, PostgresSession } from './postgres-session.js';
import { ADMIT, SETTLE } from './postgres-statements.js';
import { batchOf, holdKey, settleParameters, type SettleBatch } from './settle-batch.js';
import { turnInParts } from './turn-in-parts.js';

/** The more calls share a statement, the more of them share its rows. */
const MAX_BATCH = 2000;
const MAX_WAITING = 20_000;
const REOPEN_PAUSE_MS = 100;
const MAX_TURNS = 3;

/** A call that asks to be admitted, and how often its period had to be turned before. */
interface Asking {
  readonly hash: string;
  turns: number;
}

type WaitingAdmit = Waiting<Asking, Verdict>;
/** The calls of an account whose period must be turned first. */
interface Late {
  readonly over: PeriodOver;
  readonly calls: readonly WaitingAdmit[];
}
type WaitingSettle = Waiting<Settlement, void>;

/**
 * One statement at a time on a connection of its own. Calls that arrive meanwhile go together into the next one,
 * so that a busy server needs few round trips, and each call is still decided by itself.
 */
export class PostgresMeterStore implements MeterStore {
  readonly #session: PostgresSession;
  readonly #admits: DeadlineQueue<Asking, Verdict>;
  readonly #settles: DeadlineQueue<Settlement, void>;
  /** What this server has in flight and the database should say too. */
  readonly #inFlight = new Map<string, number>();
  readonly #plans: unknown[];
  #batches = 0;
  #unsure: SettleBatch | undefined;
  #mayHoldTooMuch = false;
  #isAway = false;
  #isClosed = false;
  #running: Promise<void> | undefined;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly options: MeterStoreOptions,
  ) {
    // Half of the time for waiting, half for the statement.
    const half = options.deadlineMs / 2;
    this.#session = new PostgresSession(database.connectOptions, half);
    this.#admits = new DeadlineQueue(MAX_WAITING, half, () => undefined);
    this.#settles = new DeadlineQueue(MAX_WAITING, half, (settlement) => {
      this.#giveUp(settlement);
    });
    this.#plans = planParameters(options.plans);
  }

  take(hash: string): Promise<Verdict> {
    return this.#whileRunning(() => this.#admits.push({ hash, turns: 0 }));
  }

  settle(settlement: Settlement): Promise<void> {
    return this.#whileRunning(() => this.#settles.push(settlement));
  }

  async start(): Promise<void> {
    await this.#session.open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    if (this.#mayHoldTooMuch) await this.#isReady();
    await this.#session.close();
  }

  #whileRunning<T>(push: () => Promise<T>): Promise<T> {
    // Whoever comes late would open a connection that nobody closes; what it held is given back at signing off.
    if (this.#isClosed) return Promise.reject(overloaded());
    const answer = push();
    this.#running ??= this.#run();
    return answer;
  }

  async #run(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first statement.
    await nextTurn();
    while (this.#settles.size > 0 || this.#admits.size > 0) {
      if (!(await this.#isReady())) {
        await sleep(REOPEN_PAUSE_MS);
        continue;
      }
      const settles = this.#settles.take(MAX_BATCH);
      if (settles.length > 0) await this.#settleBatch(settles);
      const admits = this.#session.isOpen ? this.#admits.take(MAX_BATCH) : [];
      if (admits.length > 0) await this.#admitBatch(admits);
    }
    // In the same turn as the last look at the queues: whoever comes now starts anew.
    this.#running = undefined;
  }

  /** Connected, and at one with the database about what is in flight. */
  async #isReady(): Promise<boolean> {
    try {
      await this.#session.open();
      if (this.#mayHoldTooMuch) {
        const unsure = this.#unsure;
        this.#batches += 1;
        await reconcile(this.#session, this.options.serverId, this.#inFlight, this.#batches, unsure);
        this.#unsure = undefined;
        this.#mayHoldTooMuch = false;
      }
      this.#isAway = false;
      return true;
    } catch (error) {
      // Once for each time that it is away, not for each attempt.
      if (!this.#isAway) this.options.onProblem(error);
      this.#isAway = true;
      return false;
    }
  }

  async #admitBatch(batch: readonly WaitingAdmit[]): Promise<void> {
    const byHash = groupByHash(batch);
    const asked = [...byHash.values()];
    let rows: AdmitRow[];
    try {
      rows = await this.#session.query<AdmitRow>(
        ADMIT,
        [
          [...byHash.keys()],
          asked.map((calls) => calls.length),
          ...this.#plans,
          this.options.serverId,
          this.options.clock?.() ?? null,
        ],
        'facet-admit',
      );
    } catch (error) {
      // Whatever it held unknown to us is given back.
      this.#mayHoldTooMuch = true;
      this.#refuse(batch, error);
      return;
    }
    const known = new Map(rows.map((row) => [row.n, row]));
    const late: Late[] = [];
    for (const [index, calls] of asked.entries()) {
      const verdicts = verdictsOf(known.get(index + 1), calls.length, this.options.plans);
      if (Array.isArray(verdicts)) this.#answer(calls, verdicts);
      else late.push({ over: verdicts, calls });
    }
    if (late.length > 0) void this.#turnAndAskAgain(late);
  }

  #answer(calls: readonly WaitingAdmit[], verdicts: readonly Verdict[]): void {
    for (const [n, { resolve }] of calls.entries()) {
      const verdict = verdicts[n];
      if (verdict === undefined) continue;
      if (verdict.kind === 'metered' && verdict.result === 'held')
        this.#addInFlight(verdict.accountId, verdict.periodStart, 1);
      resolve(verdict);
    }
  }

  #turnAndAskAgain(late: readonly Late[]): Promise<void> {
    return turnInParts(this.database.db, {
      late,
      deadlineMs: this.options.deadlineMs / 2,
      turned: (items) => {
        for (const { calls } of items) for (const call of calls) this.#askAgain(call);
      },
      failed: (items, error) => {
        this.#refuse(
          items.flatMap(({ calls }) => calls),
          error,
        );
      },
    });
  }

  #askAgain({ item, resolve, reject }: WaitingAdmit): void {
    item.turns += 1;
    if (item.turns > MAX_TURNS) reject(overloaded());
    else this.#whileRunning(() => this.#admits.push(item)).then(resolve, reject);
  }

  async #settleBatch(waiting: readonly WaitingSettle[]): Promise<void> {
    this.#batches += 1;
    const batch = batchOf(
      this.#batches,
      waiting.map(({ item }) => item),
    );
    let taken: Set<string>;
    try {
      const rows = await this.#session.query<{ n: number }>(
        SETTLE,
        settleParameters(batch, this.options.serverId),
        'facet-settle',
      );
      const done = new Set(rows.map(({ n }) => n));
      taken = new Set(
        batch.moves
          .filter(({ number }) => done.has(number))
          .map(({ accountId, periodStart }) => holdKey(accountId, periodStart)),
      );
    } catch (error) {
      if (error instanceof OutcomeUnknown) this.#unsure = batch;
      for (const { item } of waiting) this.#giveUp(item);
      this.#refuse(waiting, error);
      return;
    }
    for (const { item, resolve, reject } of waiting) {
      const { accountId, periodStart } = item.ticket;
      this.#addInFlight(accountId, periodStart, -1);
      if (taken.has(holdKey(accountId, periodStart))) resolve();
      else {
        // Given back already, because this server was taken for dead: counting it now could exceed the quota.
        reject(overloaded());
        // Calls of the same batch that came after that are still held.
        this.#mayHoldTooMuch = true;
      }
    }
  }

  #refuse(calls: readonly Pick<WaitingAdmit, 'reject'>[], error: unknown): void {
    this.options.onProblem(error);
    for (const { reject } of calls) reject(overloaded(error));
  }

  #giveUp({ ticket }: Settlement): void {
    this.#addInFlight(ticket.accountId, ticket.periodStart, -1);
    this.#mayHoldTooMuch = true;
  }

  #addInFlight(accountId: string, periodStart: number, change: number): void {
    const key = holdKey(accountId, periodStart);
    const calls = (this.#inFlight.get(key) ?? 0) + change;
    if (calls > 0) this.#inFlight.set(key, calls);
    else this.#inFlight.delete(key);
  }
}

function groupByHash(batch: readonly WaitingAdmit[]): Map<string, WaitingAdmit[]> {
  const byHash = new Map<string, WaitingAdmit[]>();
  for (const call of batch) {
    const calls = byHash.get(call.item.hash);
    if (calls === undefined) byHash.set(call.item.hash, [call]);
    else calls.push(call);
  }
  return byHash;
}

function overloaded(cause?: unknown): ServiceError {
  return new ServiceError('overloaded', undefined, {}, { cause, because: 'database-away' });
}
