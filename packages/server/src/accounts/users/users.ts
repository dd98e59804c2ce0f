import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import { isVerified } from '../account-register.js';
import type { AccountRecord, Role } from '../account-store.js';
import {
  correctPasswordsFrom,
  correctPasswordsOf,
  failedLogIns,
  logInFromAnywhere,
  logInFromKnown,
  ownTurn,
  PasswordAttempts,
  passwordChecks,
} from './attempts.js';
import type { Cookies, CookieSigning } from './cookies.js';
import { deviceCookie, forgetDeviceCookie, knownDevice } from './known-device.js';
import { IdentityLogIn, type IdentitySettings } from './identity/identity-log-in.js';
import type { Client, LogInParts, User } from './log-in-parts.js';
import { MailedLinks, type MailSettings } from './mailed-links.js';
import { createPasswords, type Passwords, type Turn } from './passwords.js';
import { Sessions } from './sessions.js';
import { takeOver } from './take-over.js';
import { Throttle } from './throttle.js';
import {
  createUser,
  hasIdentity,
  lockPassword,
  passwordOf,
  storePassword,
  sweepExpired,
  type CreatedUser,
  type NewUser,
  type StoredPassword,
  type UserStores,
} from './user-store.js';

interface LoggedIn {
  readonly user: User;
  readonly cookies: Cookies;
}

export interface Credentials {
  /** Trimmed and in lowercase. */
  readonly email: string;
  readonly password: string;
}

export interface UsersOptions extends Omit<UserStores, 'db'>, MailSettings {
  readonly database: Database;
  /** The key that signs cookies. */
  readonly secret: string;
  /** The key of cookies that are accepted too, while the secret is changed. */
  readonly fallbackSecret?: string | undefined;
  readonly signUp: 'open' | 'closed';
  /** Log-in with the company's identity provider, if there is one. */
  readonly identity?: IdentitySettings | undefined;
  readonly now?: (() => number) | undefined;
  readonly passwords?: Passwords | undefined;
}

/** Signs users up, logs them in and changes their passwords. */
export class Users {
  readonly signUpMode: 'open' | 'closed';
  readonly links: MailedLinks;
  /** Null without an identity provider. */
  readonly identity: IdentityLogIn | null;
  readonly #parts: LogInParts;
  readonly #sessions: Sessions;
  readonly #attempts: PasswordAttempts;

  constructor(options: UsersOptions) {
    const { database, accounts, apiKeys, secret, fallbackSecret, publicUrl, now = Date.now } = options;
    const { db } = database;
    const signing: CookieSigning = {
      secret,
      fallbackSecret,
      secure: publicUrl?.startsWith('https:') ?? false,
    };
    this.signUpMode = options.signUp;
    this.#parts = {
      db,
      accounts,
      apiKeys,
      passwords: options.passwords ?? createPasswords(),
      throttle: new Throttle(db, secret, now),
      signing,
      now,
    };
    this.links = new MailedLinks(this.#parts, options);
    this.#sessions = new Sessions(db, signing, now);
    this.#attempts = new PasswordAttempts(this.#parts);
    this.identity =
      options.identity === undefined
        ? null
        : new IdentityLogIn(this.#parts, this.#sessions, options.identity, options.onFault);
  }

  async signUp(client: Client, credentials: Credentials): Promise<LoggedIn> {
    if (this.signUpMode === 'closed') throw new ServiceError('sign-up-closed');
    const turn: Turn = { lane: 'sign-up', caller: client.address };
    const { stored } = await this.#attempts.count(
      turn,
      [{ action: 'sign-up', by: 'address', value: client.address }],
      () => this.#create(credentials, { turn }),
    );
    return this.#enter(client, credentials.email, stored);
  }

  /** Creates a user without logging in, even if sign-up is closed. The admin who does so vouches for the address. */
  async create(credentials: Credentials, role?: Role): Promise<AccountRecord> {
    return (await this.#create(credentials, { role, isVerified: true, turn: BY_ADMIN })).account;
  }

  async logIn(client: Client, credentials: Credentials): Promise<LoggedIn> {
    const { email, password } = credentials;
    const stored = await passwordOf(this.#parts.db, { email });
    const device = this.#deviceOf(client, stored);
    const { guesses, others, turn } =
      stored === null || device === null
        ? logInFromAnywhere(email, client.address)
        : logInFromKnown(device, stored);
    const ofNetwork = correctPasswordsFrom(client.address);
    await this.#parts.throttle.check(ofNetwork);
    const verified = await this.#attempts.count(turn, [guesses, ...others], () =>
      this.#attempts.verify(stored, password, turn),
    );
    // Beyond this limit the attempt stays counted as a guess, so that even the hash is soon rejected. Checked after the
    // hash, so that only who knows the password learns how often the user logs in.
    await this.#parts.throttle.take(correctPasswordsOf(verified.userId), ofNetwork);
    const entered = await this.#enter(client, email, verified);
    for (const counted of others) await this.#parts.throttle.release(counted);
    await this.#parts.throttle.forget(guesses);
    return entered;
  }

  /** The owner of the session cookie, with cookies to set if the browser's are older than a day. */
  async whoIs({ cookie }: Client): Promise<LoggedIn | null> {
    const session = await this.#sessions.find(cookie);
    if (session === null) return null;
    const user = await this.#userOf(session.userId, session.email, session.providerLogInAt);
    return user === null ? null : { user, cookies: session.cookies };
  }

  /**
   * For the transaction of a change that requires a session: a request that arrived just before a new password ended
   * its session must not change anything.
   */
  isLoggedIn({ cookie }: Client, tx: Kysely<Tables>): Promise<boolean> {
    return this.#sessions.isOpen(cookie, tx);
  }

  async logOut({ cookie }: Client): Promise<Cookies> {
    return this.#sessions.end(cookie);
  }

  /** Ends all sessions and every mailed link, and starts a new session for this browser, which stays known. */
  async changePassword(client: Client, user: User, current: string, next: string): Promise<Cookies> {
    const before = await this.#attempts.verifyOwn(user, current);
    const hash = await this.#parts.passwords.hash(next, ownTurn(user));
    return this.#parts.db.transaction().execute(async (tx) => {
      if (!(await lockPassword(tx, before))) throw new ServiceError('wrong-credentials');
      const stored = { userId: user.userId, hash };
      await storePassword(tx, stored);
      const cookies = await this.#sessions.start(user.userId, tx);
      return [...cookies, this.#deviceCookie(this.#deviceOf(client, before), stored)];
    });
  }

  /** By the password, or by a recent log-in with the identity provider. */
  async confirm(user: User, password: string | undefined): Promise<void> {
    await this.#attempts.confirm(user, password);
  }

  /** Whether the user logs in with a password, and not with the identity provider. */
  async hasPassword(userId: string): Promise<boolean> {
    return !(await hasIdentity(this.#parts.db, userId));
  }

  /** Removes the user and the account; its usage stays, without a name. */
  async remove(client: Client, user: User, password: string | undefined): Promise<Cookies> {
    await this.confirm(user, password);
    await this.#parts.accounts.remove({
      id: user.accountId,
      userId: user.userId,
      label: user.email,
    });
    // Mails stay counted: deleting the account must not allow more of them to the same address.
    await this.#parts.throttle.forget(
      ...failedLogIns(user.email, client.address),
      passwordChecks(user.userId),
      correctPasswordsOf(user.userId),
    );
    return [...(await this.logOut(client)), forgetDeviceCookie(this.#parts.signing)];
  }

  isVerified(userId: string): Promise<boolean> {
    return isVerified(this.#parts.db, userId);
  }

  /** For an admin, without a session of the user. Ends all sessions; replaces the API keys, or all that a stranger left. */
  async setPassword(
    { accountId, userId }: Pick<User, 'accountId' | 'userId'>,
    password: string,
    {
      replaceKeys = false,
      isTakeOver = false,
    }: { readonly replaceKeys?: boolean; readonly isTakeOver?: boolean } = {},
  ): Promise<void> {
    const hash = await this.#parts.passwords.hash(password, BY_ADMIN);
    await this.#parts.db.transaction().execute(async (tx) => {
      await storePassword(tx, { userId, hash });
      if (isTakeOver) await takeOver(this.#parts, accountId, tx);
      else if (replaceKeys) await this.#parts.apiKeys.replace(accountId, undefined, tx);
    });
  }

  /** Removes expired sessions, links and counted attempts. */
  async sweep(): Promise<void> {
    await sweepExpired(this.#parts.db);
    await this.#parts.accounts.forgetAddresses();
    await this.#parts.throttle.sweep();
  }

  async #create(
    { email, password }: Credentials,
    { turn, ...more }: Pick<NewUser, 'role' | 'isVerified'> & { readonly turn: Turn },
  ): Promise<CreatedUser> {
    if ((await passwordOf(this.#parts.db, { email })) !== null) throw new ServiceError('email-taken');
    const passwordHash = await this.#parts.passwords.hash(password, turn);
    return createUser(this.#parts, { email, passwordHash, ...more });
  }

  async #enter(client: Client, email: string, stored: StoredPassword): Promise<LoggedIn> {
    const user = await this.#userOf(stored.userId, email);
    if (user === null) throw new Error('A user without an account has logged in.');
    const cookies = await this.#parts.db.transaction().execute(async (tx) => {
      // A change of the password ends all sessions, including one that was just started with the old password.
      if (!(await lockPassword(tx, stored))) throw new ServiceError('wrong-credentials');
      return this.#sessions.start(stored.userId, tx);
    });
    // Ends the session that the browser already had.
    await this.#sessions.end(client.cookie);
    const device = this.#deviceOf(client, stored);
    return { user, cookies: [...cookies, this.#deviceCookie(device, stored)] };
  }

  #deviceOf({ cookie }: Client, owner: StoredPassword | null): string | null {
    return knownDevice(this.#parts.signing, cookie, owner, this.#parts.now());
  }

  /** Of this browser from now on, with the owner's password of now. */
  #deviceCookie(known: string | null, owner: StoredPassword): string {
    return deviceCookie(this.#parts.signing, { known, owner, now: this.#parts.now() });
  }

  async #userOf(userId: string, email: string, providerLogInAt: number | null = null): Promise<User | null> {
    const account = await this.#parts.accounts.byUser(userId);
    if (account === null) return null;
    const { id: accountId, role, suspendedAt } = account;
    return { accountId, userId, email, role, suspended: suspendedAt !== null, providerLogInAt };
  }
}

/** The command hashes in a process of its own. */
const BY_ADMIN: Turn = { lane: 'known', caller: '' };
