import type { Database } from '../../db/database.js';
import { openTransactions } from '../../db/prepared/open-transactions.js';
import type { Plans } from '../plans/plans.js';
import { DatabaseMeter } from './database-meter.js';
import type { Meter } from './meter.js';
import { RefusalLog } from '../usage/refusal-log.js';
import { Reservations } from './reservations.js';

const DEADLINE_MS = 2000;
const REQUEST_DEADLINE_MS = 30_000;
/** Settling takes its time after the deadline, too, and clocks of databases jump a little. */
const RESERVATION_SLACK_MS = 10_000;

export interface MeterOptions {
  readonly database: Database;
  readonly plans: Plans;
  /** The keyed hash by which user ids are looked up. */
  readonly hashOf: (userId: string) => string;
  /** How long a call may wait for the database before it is refused. */
  readonly deadlineMs?: number;
  /** How long a request may take. A reservation lasts a little longer. */
  readonly requestDeadlineMs?: number;
  /** Milliseconds since 1970. Default: the clock of this machine on SQLite, that of the database on PostgreSQL. */
  readonly clock?: () => number;
  /** Told of failures in the background, which are tried again. */
  readonly onProblem?: (error: unknown) => void;
}

/** How long a reservation lasts that nobody settles. */
export const reservationMs = (requestDeadlineMs = REQUEST_DEADLINE_MS): number =>
  requestDeadlineMs + RESERVATION_SLACK_MS;

/** A meter for one server. */
export const openMeter = (options: MeterOptions): Meter => meterOver(openReservations(options), options);

export interface OpenedReservations extends Pick<Reservations, 'reserve' | 'settle' | 'sweep'> {
  close(): Promise<void>;
}

/** Without the memory of refusals that a meter has. */
export function openReservations(options: MeterOptions): OpenedReservations {
  const { database, plans, clock, requestDeadlineMs, deadlineMs = DEADLINE_MS, onProblem = ignore } = options;
  const transactions = openTransactions(database, { name: 'facet meter', deadlineMs, onProblem });
  const reservations = new Reservations({
    database,
    transactions,
    plans,
    lifetimeMs: reservationMs(requestDeadlineMs),
    clock: clock ?? (database.dialect === 'sqlite' ? Date.now : undefined),
  });
  return {
    reserve: (hash) => reservations.reserve(hash),
    settle: (...call) => reservations.settle(...call),
    sweep: () => reservations.sweep(),
    close: () => transactions.close(),
  };
}

export function meterOver(reservations: OpenedReservations, options: MeterOptions): Meter {
  const { database, hashOf, clock, deadlineMs = DEADLINE_MS, onProblem = ignore } = options;
  return new DatabaseMeter({
    reservations,
    refusals: new RefusalLog(database.db, clock ?? Date.now),
    hashOf,
    // What is remembered for a moment must not last longer because somebody sets the clock back.
    now: clock ?? (() => performance.now()),
    deadlineMs,
    onProblem,
  });
}

const ignore = (): void => undefined;
