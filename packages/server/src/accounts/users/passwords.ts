import { randomBytes } from 'node:crypto';
import { createAdmission } from '../../work/admission.js';
import { RateLimiter } from '../../work/rate-limiter.js';
import { threadFile, Threads } from '../../work/threads.js';
import { isSame } from './cookies.js';
import type { Hashed, HashTask } from './password-thread.js';

/**
 * Whose password is hashed. Each lane has a budget of its own: no flood of sign-ups or of log-ins from new browsers
 * keeps the owners of known browsers from logging in.
 */
export interface Turn {
  /** `known`: somebody who has proved to be an owner before, by a known browser, a session or a mailed link. */
  readonly lane: Lane;
  /** A network or a user. Callers of one lane take turns. */
  readonly caller: string;
}

const LANES = ['known', 'log-in', 'sign-up'] as const;
export type Lane = (typeof LANES)[number];

export interface Passwords {
  /** Throws `overloaded` if a password would not be hashed soon. */
  readonly check: (turn: Turn) => void;
  readonly hash: (password: string, turn: Turn) => Promise<string>;
  readonly verify: (data: { hash: string; password: string }, turn: Turn) => Promise<boolean>;
}

interface PasswordsOptions {
  /** The share of a core that all lanes together may use over a minute, in per cent; each has a third of it. */
  readonly percent?: number;
  /** Computes a hash. Default: scrypt, in a thread of its own. */
  readonly hashed?: (task: HashTask) => Promise<Hashed>;
}

const DEFAULT_PERCENT = 45;
/** Log-ins come in bursts: the share is averaged over this time. */
const MEMORY_MS = 60_000;
const MAX_WAITING = 16;
const MAX_WAIT_MS = 10_000;
/** One password at a time, each of which takes a tenth of a second. */
const THREAD = { file: threadFile('accounts/users/password-thread.js'), count: 1, deadlineMs: 20_000 };

/** scrypt, one password at a time; throws `overloaded` beyond the budget of a lane. */
export function createPasswords(options: PasswordsOptions = {}): Passwords {
  const { percent = DEFAULT_PERCENT } = options;
  const thread = new Threads<HashTask, Hashed>(THREAD);
  const { hashed = (task: HashTask) => thread.run(task) } = options;
  /** Every hash is the same work. On a busy machine it only takes longer, so the fastest says what it costs. */
  let cost = Infinity;

  const spent = new RateLimiter({
    capacity: (percent / 100 / LANES.length) * MEMORY_MS,
    emptyAfterMs: MEMORY_MS,
    maxKeys: LANES.length,
  });

  const laneOf = (lane: Lane) => {
    const turns = createAdmission({ concurrency: 1, maxWaiting: MAX_WAITING });
    const hash = async (task: HashTask): Promise<string> => {
      await pause(spent.msUntilRoomFor(lane, 0));
      const { key, milliseconds } = await hashed(task);
      cost = Math.min(cost, milliseconds);
      spent.add(lane, cost);
      return `${task.salt}:${key}`;
    };
    return {
      check: (caller: string) => {
        turns.check(caller, MAX_WAIT_MS);
      },
      hash: (caller: string, task: HashTask) =>
        turns.run(caller, new AbortController().signal, () => hash(task), MAX_WAIT_MS),
    };
  };
  const lanes = { known: laneOf('known'), 'log-in': laneOf('log-in'), 'sign-up': laneOf('sign-up') };

  /** The salt is used as text. Keyboards compose the same letters differently, hence the Unicode normalisation. */
  const saltedHash = ({ lane, caller }: Turn, salt: string, password: string): Promise<string> =>
    lanes[lane].hash(caller, { salt, password: password.normalize('NFKC') });

  return {
    check: ({ lane, caller }) => {
      lanes[lane].check(caller);
    },
    hash: (password, turn) => saltedHash(turn, randomBytes(16).toString('hex'), password),
    verify: async ({ hash, password }, turn) =>
      isSame(await saltedHash(turn, hash.split(':', 1)[0] ?? '', password), hash),
  };
}

const pause = (milliseconds: number): Promise<void> =>
  milliseconds <= 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      });
