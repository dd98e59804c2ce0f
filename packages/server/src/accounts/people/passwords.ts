import { randomBytes, scrypt } from 'node:crypto';
import { createAdmission } from '../../admission/admission.js';
import { isSame } from './cookies.js';

/** `caller`: whose turn it is, a network or a person. Callers take turns, so that no flood keeps others from logging in. */
export interface Passwords {
  readonly hash: (password: string, caller?: string) => Promise<string>;
  readonly verify: (data: { hash: string; password: string }, caller?: string) => Promise<boolean>;
}

/** Stored hashes depend on all of these, and hold none of them. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 64;

/** A hash takes a thread and 32 MB for a tenth of a second; many log-ins at once must not use them all. */
const AT_ONCE = 2;
const MAX_WAITING = 16;
const MAX_WAIT_MS = 5000;

/** scrypt, a few at a time; throws `overloaded` beyond the limit. */
export function createPasswords(): Passwords {
  const turns = createAdmission({ concurrency: AT_ONCE, maxWaiting: MAX_WAITING });
  const inTurn = <T>(caller: string, work: () => Promise<T>): Promise<T> =>
    turns.run(caller, new AbortController().signal, work, MAX_WAIT_MS);
  return {
    hash: (password, caller = '') =>
      inTurn(caller, () => saltedHash(randomBytes(16).toString('hex'), password)),
    verify: ({ hash, password }, caller = '') =>
      inTurn(caller, async () => isSame(await saltedHash(hash.split(':', 1)[0] ?? '', password), hash)),
  };
}

/** The salt is used as text. Keyboards compose the same letters differently, hence the Unicode normalisation. */
const saltedHash = (salt: string, password: string): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(`${salt}:${key.toString('hex')}`);
      else reject(error);
    });
  });
