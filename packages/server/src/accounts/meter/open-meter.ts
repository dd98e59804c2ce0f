import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import type { Meter } from './meter.js';
import type { Plans } from '../plans/plans.js';
import { DatabaseMeter } from './database-meter.js';
import type { MeterStore, MeterStoreOptions } from './meter-store.js';
import { PostgresMeterStore } from './postgres-store.js';
import { RefusalNotes } from './refusal-notes.js';
import { ServerRoll } from './server-roll.js';
import { SqliteMeterStore } from './sqlite-store.js';
import { Upkeep } from './upkeep.js';

const DEADLINE_MS = 2000;

export interface MeterOptions {
  readonly database: Database;
  readonly plans: Plans;
  /** The keyed hash by which user ids are looked up. */
  readonly hashOf: (userId: string) => string;
  /** How long a call may wait for the database before it is refused. */
  readonly deadlineMs?: number;
  /** Milliseconds since 1970. Default: the clock of this machine on SQLite, that of the database on PostgreSQL. */
  readonly clock?: () => number;
  /** Told of failures in the background, which are tried again. */
  readonly onProblem?: (error: unknown) => void;
}

/** A meter for one server; `start` it before the first call. */
export function openMeter(options: MeterOptions): Meter {
  const { database, plans, hashOf, clock, deadlineMs = DEADLINE_MS, onProblem = () => undefined } = options;
  const serverId = randomUUID();
  const notes = new RefusalNotes(database, clock ?? Date.now);
  return new DatabaseMeter({
    store: storeOf(database, { serverId, plans, clock, deadlineMs, onProblem }),
    notes,
    upkeep: new Upkeep(new ServerRoll(database, serverId, clock), notes, onProblem),
    hashOf,
    // What is remembered for a moment must not last longer because somebody sets the clock back.
    now: clock ?? (() => performance.now()),
  });
}

export function storeOf(database: Database, options: MeterStoreOptions): MeterStore {
  return database.dialect === 'sqlite'
    ? new SqliteMeterStore(database, options)
    : new PostgresMeterStore(database, options);
}
