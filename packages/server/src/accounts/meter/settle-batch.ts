import { dayOf } from './day.js';
import type { Settlement } from './meter-store.js';

/** Calls in flight of one account in one period. */
export const holdKey = (accountId: string, periodStart: number): string => `${periodStart} ${accountId}`;

export interface Move {
  /** From 1 on. */
  readonly number: number;
  readonly accountId: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  ended: number;
  counted: number;
}

export interface UsageAdded {
  /** Which of the moves it belongs to, from 1 on. */
  readonly move: number;
  readonly accountId: string;
  readonly day: string;
  readonly operation: string;
  readonly outcome: string;
  calls: number;
}

/** The ends of many calls, added up so that no row is touched twice. */
export interface SettleBatch {
  readonly number: number;
  readonly moves: readonly Move[];
  readonly usage: readonly UsageAdded[];
}

export function batchOf(number: number, settlements: readonly Settlement[]): SettleBatch {
  const moves = new Map<string, Move>();
  const usage = new Map<string, UsageAdded>();
  for (const { ticket, operation, outcome, counts } of settlements) {
    const { accountId, periodStart, periodEnd } = ticket;
    const key = holdKey(accountId, periodStart);
    const move = moves.get(key) ?? {
      number: moves.size + 1,
      accountId,
      periodStart,
      periodEnd,
      ended: 0,
      counted: 0,
    };
    move.ended += 1;
    move.counted += counts ? 1 : 0;
    moves.set(key, move);
    const day = dayOf(ticket.admittedAt);
    const usageKey = JSON.stringify([move.number, day, operation, outcome]);
    const added = usage.get(usageKey) ?? { move: move.number, accountId, day, operation, outcome, calls: 0 };
    added.calls += 1;
    usage.set(usageKey, added);
  }
  return { number, moves: [...moves.values()], usage: [...usage.values()] };
}

/** In the order of the statement's parameters. */
export function settleParameters({ number, moves, usage }: SettleBatch, serverId: string): unknown[] {
  return [
    moves.map(({ accountId }) => accountId),
    moves.map(({ periodStart }) => periodStart),
    moves.map(({ periodEnd }) => periodEnd),
    moves.map(({ ended }) => ended),
    moves.map(({ counted }) => counted),
    serverId,
    usage.map(({ move }) => move),
    usage.map(({ day }) => day),
    usage.map(({ operation }) => operation),
    usage.map(({ outcome }) => outcome),
    usage.map(({ calls }) => calls),
    number,
  ];
}
