import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../db/tables.js';
import type { PeriodOver } from './postgres-admit.js';
import { turnPeriods } from './turn-period.js';

/** How long one account among many may keep the others waiting. */
const LOCK_WAIT_MS = 100;
const PARTS = 8;
/** What one account can do to a batch: it is locked, was deleted meanwhile, or waits for another in a circle. */
const OF_ONE_ACCOUNT = ['55P03', '23503', '40P01'];

export interface TurnInParts<T> {
  readonly late: readonly T[];
  readonly deadlineMs: number;
  readonly turned: (items: readonly T[]) => void;
  readonly failed: (items: readonly T[], error: unknown) => void;
}

/** Turns the periods of many accounts together, and in ever smaller parts where one of them stands in the way. */
export async function turnInParts<T extends { readonly over: PeriodOver }>(
  db: Kysely<Tables>,
  { late, deadlineMs, turned, failed }: TurnInParts<T>,
): Promise<void> {
  const until = performance.now() + deadlineMs;
  const parts: (readonly T[])[] = [late];
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    try {
      const left = Math.max(1, until - performance.now());
      // One by itself may wait for its share of the time that is left.
      const lockWaitMs = Math.min(left, part.length === 1 ? left / (parts.length + 1) : LOCK_WAIT_MS);
      const overs = part.map(({ over }) => over);
      await inTime(turnPeriods(db, overs, lockWaitMs), left);
    } catch (error) {
      const isOfOne = error instanceof pg.DatabaseError && OF_ONE_ACCOUNT.includes(error.code ?? '');
      if (!isOfOne || performance.now() >= until) {
        failed([part, ...parts].flat(), error);
        return;
      }
      // Smaller ones go to the end: whoever stands in the way comes last.
      if (part.length > 1) parts.push(...split(part));
      else failed(part, error);
      continue;
    }
    turned(part);
  }
}

function split<T>(items: readonly T[]): T[][] {
  const size = Math.ceil(items.length / PARTS);
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** The work goes on when its time is over; only nobody waits for it any longer. */
async function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`A period could not be turned in ${Math.round(ms)} ms.`));
    }, ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
