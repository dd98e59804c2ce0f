import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createAdmission } from '../../admission/admission.js';

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (data: { hash: string; password: string }) => Promise<boolean>;
}

/** A hash takes a thread and 32 MB for a tenth of a second; a flood of log-ins must not take them all. */
const AT_ONCE = 2;
const MOST_WAITING = 16;
const PATIENCE_MS = 5000;

/** scrypt, a few at a time; past the bound whoever asks is refused as `overloaded`. */
export function createPasswords(): Passwords {
  const turns = createAdmission({ concurrency: AT_ONCE, maxWaiting: MOST_WAITING });
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    turns.run('', new AbortController().signal, work, PATIENCE_MS);
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (data) => inTurn(() => verifyPassword(data)),
  };
}
