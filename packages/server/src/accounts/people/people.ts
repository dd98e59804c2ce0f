import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import { isVerified } from '../account-register.js';
import type { AccountRecord, Role } from '../account-store.js';
import { LinkMails } from './link-mails.js';
import type { Mailer } from './mail.js';
import type { Cookies, CookieSigning } from './cookies.js';
import {
  correctPasswordsFrom,
  correctPasswordsOf,
  failedLogIns,
  logInFromAnywhere,
  logInFromKnown,
  passwordChecks,
  resetMails,
  verificationMails,
} from './attempts.js';
import { deviceCookie, forgetDeviceCookie, knownDevice, newDevice } from './known-device.js';
import { createPasswords, type Passwords, type Turn } from './passwords.js';
import {
  createPerson,
  lockPassword,
  markVerified,
  passwordOf,
  personIdOf,
  storePassword,
  sweepExpired,
  type CreatedPerson,
  type NewPerson,
  type PersonStores,
  type StoredPassword,
} from './person-store.js';
import { Sessions } from './sessions.js';
import { Throttle, type Counted } from './throttle.js';
import type { Database } from '../../db/database.js';

/** Who is logged in. */
export interface Person {
  readonly accountId: string;
  readonly personId: string;
  readonly email: string;
  readonly role: Role;
  readonly suspended: boolean;
}

/** What a request reveals about its sender. */
export interface Client {
  /** The raw cookie header. */
  readonly cookie: string;
  /** The network address. */
  readonly address: string;
}

export interface LoggedIn {
  readonly person: Person;
  readonly cookies: Cookies;
}

export interface Credentials {
  /** Trimmed and in lowercase. */
  readonly email: string;
  readonly password: string;
}

export interface PeopleOptions extends Omit<PersonStores, 'db'> {
  readonly database: Database;
  /** The key that signs cookies. */
  readonly secret: string;
  /** The key of cookies that are accepted too, while the secret is changed. */
  readonly fallbackSecret?: string | undefined;
  /** The public address of the portal, if configured. Links in mails use only this. */
  readonly publicUrl?: string | undefined;
  /** Without it, or without the address, passwords cannot be reset. */
  readonly mailer?: Mailer | undefined;
  readonly signUp: 'open' | 'closed';
  /** Called with failures that no response can report. */
  readonly onFault: (message: string, cause: unknown) => void;
  readonly now?: (() => number) | undefined;
  readonly passwords?: Passwords | undefined;
}

/** People and their log-ins. */
export class People {
  readonly signUpMode: 'open' | 'closed';
  readonly #stores: PersonStores;
  readonly #passwords: Passwords;
  readonly #sessions: Sessions;
  readonly #mails: LinkMails;
  readonly #throttle: Throttle;
  readonly #signing: CookieSigning;
  readonly #now: () => number;

  constructor(options: PeopleOptions) {
    const { database, accounts, userIds, secret, publicUrl, mailer, onFault } = options;
    this.signUpMode = options.signUp;
    this.#stores = { db: database.db, accounts, userIds };
    this.#passwords = options.passwords ?? createPasswords();
    this.#signing = {
      secret,
      fallbackSecret: options.fallbackSecret,
      secure: publicUrl?.startsWith('https:') ?? false,
    };
    this.#mails = new LinkMails({ db: database.db, mailer, publicUrl, onFault });
    this.#now = options.now ?? Date.now;
    this.#sessions = new Sessions(database.db, this.#signing, this.#now);
    this.#throttle = new Throttle(database.db, secret, this.#now);
  }

  get canResetPasswords(): boolean {
    return this.#mails.canSend;
  }

  async signUp(client: Client, credentials: Credentials): Promise<LoggedIn> {
    if (this.signUpMode === 'closed') throw new ServiceError('sign-up-closed');
    const turn: Turn = { lane: 'sign-up', caller: client.address };
    const { stored } = await this.#attempt(
      turn,
      [{ action: 'sign-up', by: 'address', value: client.address }],
      () => this.#create(credentials, { turn }),
    );
    return this.#enter(client, credentials.email, stored);
  }

  /** Creates a person without logging in, even if sign-up is closed. The admin who does so vouches for the address. */
  async create(credentials: Credentials, role?: Role): Promise<AccountRecord> {
    return (await this.#create(credentials, { role, isVerified: true, turn: BY_ADMIN })).account;
  }

  async logIn(client: Client, credentials: Credentials): Promise<LoggedIn> {
    const { email, password } = credentials;
    const stored = await passwordOf(this.#stores.db, { email });
    const device = this.#deviceOf(client, stored);
    const { guesses, others, turn } =
      stored === null || device === null
        ? logInFromAnywhere(email, client.address)
        : logInFromKnown(device, stored);
    const ofNetwork = correctPasswordsFrom(client.address);
    await this.#throttle.check(ofNetwork);
    const verified = await this.#attempt(turn, [guesses, ...others], () =>
      this.#verified(stored, password, turn),
    );
    // Beyond this limit the attempt stays counted as a guess, so that even the hash is soon refused. Checked after the
    // hash, so that only who knows the password learns how often the person logs in.
    await this.#throttle.take(correctPasswordsOf(verified.personId), ofNetwork);
    const entered = await this.#enter(client, email, verified);
    for (const counted of others) await this.#throttle.release(counted);
    await this.#throttle.forget(guesses);
    return entered;
  }

  /** The owner of the session cookie, with cookies to set if the browser's are older than a day. */
  async whoIs({ cookie }: Client): Promise<LoggedIn | null> {
    const session = await this.#sessions.find(cookie);
    if (session === null) return null;
    const person = await this.#personOf(session.personId, session.email);
    return person === null ? null : { person, cookies: session.cookies };
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
  async changePassword(client: Client, person: Person, current: string, next: string): Promise<Cookies> {
    const before = await this.#checkPassword(person, current);
    const hash = await this.#passwords.hash(next, ownTurn(person));
    return this.#stores.db.transaction().execute(async (tx) => {
      if (!(await lockPassword(tx, before))) throw new ServiceError('wrong-credentials');
      const stored = { personId: person.personId, hash };
      await storePassword(tx, stored);
      const cookies = await this.#sessions.start(person.personId, tx);
      return [...cookies, this.#deviceCookie(this.#deviceOf(client, before), stored)];
    });
  }

  /** For changes that must not be possible with a stolen session alone. */
  async confirmPassword(person: Person, password: string): Promise<void> {
    await this.#checkPassword(person, password);
  }

  /** Removes the person and the account; its usage stays, without a name. */
  async remove(client: Client, person: Person, password: string): Promise<Cookies> {
    await this.#checkPassword(person, password);
    await this.#stores.accounts.remove({
      id: person.accountId,
      personId: person.personId,
      label: person.email,
    });
    // Mails stay counted: deleting the account must not allow more of them to the same address.
    await this.#throttle.forget(
      ...failedLogIns(person.email, client.address),
      passwordChecks(person.personId),
      correctPasswordsOf(person.personId),
    );
    return [...(await this.logOut(client)), forgetDeviceCookie(this.#signing)];
  }

  /** Behaves the same for known and unknown addresses: the rest happens after the response. */
  async askReset(client: Client, email: string): Promise<void> {
    this.#mails.check('reset', client.address);
    await this.#throttle.take(...resetMails(email, client.address));
    // Looked up here, so that unknown addresses take no places from mails.
    const personId = await personIdOf(this.#stores.db, email);
    if (personId !== null) this.#mails.sendReset(client.address, { personId, email });
  }

  /**
   * Ends all sessions and links of the person, and replaces all user ids with a new one. The browser is known from now
   * on: guesses of strangers do not keep the owner, who has just proved to be it, from logging in here.
   */
  async confirmReset(client: Client, token: string, next: string): Promise<Cookies> {
    this.#mails.require();
    await this.#throttle.take({ action: 'password-reset', by: 'address', value: client.address });
    const owner = await this.#mails.ownerOf('reset-password', token);
    const { personId, email } = owner;
    const hash = await this.#passwords.hash(next, ownTurn(owner));
    const account = await this.#stores.accounts.byPerson(personId);
    const stored = { personId, hash };
    await this.#stores.db.transaction().execute(async (tx) => {
      // Any change of the password in the meantime has ended the link, including another use of it.
      if (!(await lockPassword(tx, owner))) throw new ServiceError('bad-token');
      await storePassword(tx, stored);
      const own = account === null ? null : await this.#stores.accounts.ofProvenOwner(account, tx);
      // The link proves that the address belongs to the person.
      await markVerified(tx, personId);
      // Somebody who had taken over the account must not keep its user ids.
      if (own !== null) await this.#stores.userIds.replace(own.id, undefined, tx);
    });
    await this.#throttle.forget(...failedLogIns(email, client.address));
    return [this.#deviceCookie(null, stored)];
  }

  isVerified(personId: string): Promise<boolean> {
    return isVerified(this.#stores.db, personId);
  }

  /** Mails a link with which the person proves that the address is theirs. */
  async askVerification(client: Client, person: Person): Promise<void> {
    this.#mails.check('verification', client.address);
    await this.#throttle.take(...verificationMails(person.email, client.address));
    this.#mails.sendVerification(client.address, person);
  }

  /**
   * The link proves who has the address, the session who has the password. Only both together verify the address:
   * otherwise the owner of an address, by opening the link, would verify the account of a stranger who signed up with
   * it. Idempotent: opening the link again gives the same response.
   */
  async confirmVerification(client: Client, { personId }: Person, token: string): Promise<void> {
    this.#mails.require();
    await this.#throttle.take({ action: 'verification', by: 'address', value: client.address });
    const owner = await this.#mails.ownerOf('verify-email', token);
    if (owner.personId !== personId) throw new ServiceError('bad-token', LINK_OF_ANOTHER);
    await markVerified(this.#stores.db, personId);
  }

  /** For an admin, without a session of the person. Ends all sessions, and replaces the API keys on request. */
  async setPassword(
    { accountId, personId }: Pick<Person, 'accountId' | 'personId'>,
    password: string,
    { replaceKeys = false }: { readonly replaceKeys?: boolean } = {},
  ): Promise<void> {
    const hash = await this.#passwords.hash(password, BY_ADMIN);
    await this.#stores.db.transaction().execute(async (tx) => {
      await storePassword(tx, { personId, hash });
      if (replaceKeys) await this.#stores.userIds.replace(accountId, undefined, tx);
    });
  }

  /** Removes expired sessions, links and counted attempts. */
  async sweep(): Promise<void> {
    await sweepExpired(this.#stores.db);
    await this.#stores.accounts.forgetAddresses();
    await this.#throttle.sweep();
  }

  /** Waits for pending mails. */
  async close(): Promise<void> {
    await this.#mails.close();
  }

  async #create(
    { email, password }: Credentials,
    { turn, ...more }: Pick<NewPerson, 'role' | 'isVerified'> & { readonly turn: Turn },
  ): Promise<CreatedPerson> {
    if ((await personIdOf(this.#stores.db, email)) !== null) throw new ServiceError('email-taken');
    const passwordHash = await this.#passwords.hash(password, turn);
    return createPerson(this.#stores, { email, passwordHash, ...more });
  }

  /** Counts the attempt before its outcome is known; one whose password is never hashed is not counted. */
  async #attempt<T>(turn: Turn, counted: readonly Counted[], work: () => Promise<T>): Promise<T> {
    this.#passwords.check(turn);
    await this.#throttle.take(...counted);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'overloaded')
        for (const each of counted) await this.#throttle.release(each);
      throw error;
    }
  }

  async #enter(client: Client, email: string, stored: StoredPassword): Promise<LoggedIn> {
    const person = await this.#personOf(stored.personId, email);
    if (person === null) throw new Error('A person without an account has logged in.');
    const cookies = await this.#stores.db.transaction().execute(async (tx) => {
      // A change of the password ends all sessions, including one that was just started with the old password.
      if (!(await lockPassword(tx, stored))) throw new ServiceError('wrong-credentials');
      return this.#sessions.start(stored.personId, tx);
    });
    // Ends the session that the browser already had.
    await this.#sessions.end(client.cookie);
    const device = this.#deviceOf(client, stored);
    return { person, cookies: [...cookies, this.#deviceCookie(device, stored)] };
  }

  /** Returns the stored password if it matches. Takes as long for an unknown person as for a wrong password. */
  async #verified(
    stored: StoredPassword | null,
    password: string,
    turn: Turn,
    message?: string,
  ): Promise<StoredPassword> {
    if (stored === null) await this.#passwords.hash(password, turn);
    else if (await this.#passwords.verify({ hash: stored.hash, password }, turn)) return stored;
    throw new ServiceError('wrong-credentials', message);
  }

  #deviceOf({ cookie }: Client, owner: StoredPassword | null): string | null {
    return knownDevice(this.#signing, cookie, owner, this.#now());
  }

  /** A known browser keeps its id, so that logging in again gives it no attempts of another one. */
  #deviceCookie(known: string | null, owner: StoredPassword): string {
    return deviceCookie(this.#signing, { device: known ?? newDevice(), owner, now: this.#now() });
  }

  async #personOf(personId: string, email: string): Promise<Person | null> {
    const account = await this.#stores.accounts.byPerson(personId);
    if (account === null) return null;
    const { id: accountId, role, suspendedAt } = account;
    return { accountId, personId, email, role, suspended: suspendedAt !== null };
  }

  /** For a person who is logged in; attempts are counted for the person of the session. */
  async #checkPassword(person: Person, password: string): Promise<StoredPassword> {
    const { personId } = person;
    const counted = passwordChecks(personId);
    const known = await passwordOf(this.#stores.db, { id: personId });
    const stored = await this.#attempt(ownTurn(person), [counted], () =>
      this.#verified(known, password, ownTurn(person), WRONG_CURRENT_PASSWORD),
    );
    await this.#throttle.take(correctPasswordsOf(personId));
    await this.#throttle.forget(counted);
    return stored;
  }
}

/** Of somebody who has proved to be this person. */
const ownTurn = ({ personId }: Pick<Person, 'personId'>): Turn => ({ lane: 'known', caller: personId });

/** The command hashes in a process of its own. */
const BY_ADMIN: Turn = { lane: 'known', caller: '' };

/** A logged-in person enters no address, so only the password can be wrong. */
const WRONG_CURRENT_PASSWORD = 'The current password is wrong.';

const LINK_OF_ANOTHER =
  'The link was mailed for another account; log in to that account to confirm its address.';
