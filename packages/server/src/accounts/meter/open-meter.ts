import type { Database } from '../../db/database.js';
import { openTransactions } from '../../db/prepared/open-transactions.js';
import type { Plans } from '../plans/plans.js';
import { Meter, type MeterParts } from './meter.js';
import { RejectionLog } from '../usage/rejection-log.js';
import { Reservations } from './reservations.js';

const DEADLINE_MS = 2000;
const REQUEST_DEADLINE_MS = 30_000;
/** Settling takes time after the deadline, and database clocks may jump slightly. */
const RESERVATION_SLACK_MS = 10_000;

export interface MeterOptions {
  readonly database: Database;
  readonly plans: Plans;
  /** The keyed hash under which API keys are stored. */
  readonly hashOf: (apiKey: string) => string;
  /** The hash by the fallback of the secret, while that is changed. */
  readonly fallbackHashOf?: (apiKey: string) => string;
  /** How long a call may wait for the database before it is rejected. */
  readonly deadlineMs?: number;
  /** How long a request may take. A reservation lasts a little longer. */
  readonly requestDeadlineMs?: number;
  /** Milliseconds since 1970. Default: the clock of this machine on SQLite, that of the database on PostgreSQL. */
  readonly clock?: () => number;
  /** Called with failures of background work, which is retried. */
  readonly onProblem?: (error: unknown) => void;
}

/** When a reservation expires that is never settled. */
export const reservationMs = (requestDeadlineMs = REQUEST_DEADLINE_MS): number =>
  requestDeadlineMs + RESERVATION_SLACK_MS;

/** A meter for one server. */
export const openMeter = (options: MeterOptions): Meter => meterOver(openReservations(options), options);

/** The reservations of one server, without the rejections that a meter remembers. */
export function openReservations(options: MeterOptions): Reservations {
  const { database, plans, clock, requestDeadlineMs, deadlineMs = DEADLINE_MS, onProblem = ignore } = options;
  return new Reservations({
    database,
    transactions: openTransactions(database, { name: 'facet meter', deadlineMs, onProblem }),
    plans,
    lifetimeMs: reservationMs(requestDeadlineMs),
    clock: clock ?? (database.dialect === 'sqlite' ? Date.now : undefined),
  });
}

export function meterOver(reservations: MeterParts['reservations'], options: MeterOptions): Meter {
  const {
    database,
    hashOf,
    fallbackHashOf = hashOf,
    clock,
    deadlineMs = DEADLINE_MS,
    onProblem = ignore,
  } = options;
  return new Meter({
    reservations,
    rejections: new RejectionLog(database.db, clock ?? Date.now),
    hashOf,
    fallbackHashOf,
    // A monotonic clock: remembered rejections must not last longer if the system clock is set back.
    now: clock ?? (() => performance.now()),
    deadlineMs,
    onProblem,
  });
}

const ignore = (): void => undefined;
