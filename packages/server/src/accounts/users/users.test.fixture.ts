import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { ServiceError } from '../../errors.js';
import { AccountRegister } from '../account-register.js';
import { deriveKeys, type Keys } from '../secret/keys.js';
import { smtpMailer } from './mail.js';
import type { Client, User } from './log-in-parts.js';
import { Users, type Credentials, type UsersOptions } from './users.js';
import type { Passwords } from './passwords.js';
import { ApiKeys } from '../api-keys/api-keys.js';

export const KEYS: Keys = deriveKeys('a master secret that is for tests alone');

/** Hashes that cost nothing, for tests that are about something else. */
export const QUICK_PASSWORDS = {
  check: () => undefined,
  hash: (password: string) => Promise.resolve(quickHash(randomBytes(8).toString('hex'), password)),
  verify: ({ hash, password }: { hash: string; password: string }) =>
    Promise.resolve(hash === quickHash(hash.slice(0, 16), password)),
} satisfies Passwords;

const quickHash = (salt: string, password: string): string =>
  `${salt}:${createHash('sha256').update(`${salt}${password}`).digest('hex')}`;

export interface OpenedUsers {
  readonly users: Users;
  readonly accounts: AccountRegister;
  readonly apiKeys: ApiKeys;
  /** What went wrong where no response could tell it. */
  readonly faults: string[];
}

export interface UsersSettings {
  readonly mailUrl?: string;
  readonly publicUrl?: string;
  readonly signUp?: UsersOptions['signUp'];
  readonly identity?: UsersOptions['identity'];
  readonly now?: () => number;
  readonly passwords?: Passwords;
}

export function openUsers(database: Database, settings: UsersSettings = {}): OpenedUsers {
  const { mailUrl, publicUrl, signUp = 'open', identity, now, passwords = QUICK_PASSWORDS } = settings;
  const accounts = new AccountRegister(database.db, KEYS);
  const apiKeys = new ApiKeys(database.db, KEYS);
  const faults: string[] = [];
  const users = new Users({
    database,
    accounts,
    apiKeys,
    secret: KEYS.sessions,
    publicUrl,
    mailer:
      mailUrl === undefined
        ? undefined
        : smtpMailer({ url: mailUrl, from: 'Facet <no-reply@faces.example>' }),
    signUp,
    identity,
    now,
    passwords,
    onFault: (message, cause) => {
      faults.push(`${message} ${cause instanceof Error ? cause.message : ''}`);
    },
  });
  return { users, accounts, apiKeys, faults };
}

/** A browser that keeps its cookies. */
export class Browser implements Client {
  readonly #jar = new Map<string, string>();

  constructor(readonly address = '192.0.2.1') {}

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0'))
        this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
  }
}

/** The code of the error that the work ends with, or `none`. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

/** A browser that has just signed up or logged in. */
export async function enter(
  { users }: OpenedUsers,
  credentials: Credentials,
  how: 'signUp' | 'logIn' = 'signUp',
): Promise<Browser> {
  const browser = new Browser();
  browser.keep((await users[how](browser, credentials)).cookies);
  return browser;
}

export const isIn = async ({ users }: OpenedUsers, browser: Browser): Promise<boolean> =>
  (await users.whoIs(browser)) !== null;

export async function userIn({ users }: OpenedUsers, browser: Browser): Promise<User> {
  const entered = await users.whoIs(browser);
  if (entered === null) throw new Error('Nobody is logged in.');
  return entered.user;
}

export const ADA: Credentials = { email: 'ada@example.org', password: 'a long enough one' };
export const EVE: Credentials = { email: 'eve@example.org', password: 'another good one' };
export const NEW_PASSWORD = 'a new and longer one';
export const PUBLIC_URL = 'https://faces.example';
