import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { AccountRecord, Role } from '../account-store.js';
import type { Mail, Mailer } from './mail.js';
import { Outbox } from './mail-outbox.js';
import { resetLink, resetMail, verificationLink, verificationMail } from './mail-texts.js';
import { MailedLinks } from './mailed-links.js';
import type { CookieSigning } from './cookies.js';
import { deviceCookie, forgetDeviceCookie, knownDevice } from './known-device.js';
import { createPasswords, type Passwords } from './passwords.js';
import {
  createPerson,
  isVerified,
  lockPassword,
  markVerified,
  passwordOf,
  personIdOf,
  storePassword,
  sweepExpired,
  type CreatedPerson,
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

/** What a request says of the one who sends it. */
export interface Client {
  /** The cookie header, as it came. */
  readonly cookie: string;
  /** The network address. */
  readonly address: string;
}

/** Values of Set-Cookie, in this order. */
export type Cookies = readonly string[];

export interface LoggedIn {
  readonly person: Person;
  readonly cookies: Cookies;
}

export interface Credentials {
  /** Trimmed and in lower case. */
  readonly email: string;
  readonly password: string;
}

export interface PeopleOptions extends Omit<PersonStores, 'db'> {
  readonly database: Database;
  /** The key that signs cookies. */
  readonly secret: string;
  /** Where people reach the portal, if the operator says so. Links are made of it and of nothing else. */
  readonly publicUrl?: string | undefined;
  /** Without it, or without the address, passwords cannot be reset. */
  readonly mailer?: Mailer | undefined;
  readonly signUp: 'open' | 'closed';
  /** What goes wrong where no answer can tell it. */
  readonly onFault: (message: string, cause: unknown) => void;
  readonly now?: (() => number) | undefined;
  readonly passwords?: Passwords | undefined;
}

/** People and their log-ins. */
export class People {
  readonly signUpMode: 'open' | 'closed';
  readonly canResetPasswords: boolean;
  readonly #stores: PersonStores;
  readonly #passwords: Passwords;
  readonly #sessions: Sessions;
  readonly #links: MailedLinks;
  readonly #throttle: Throttle;
  readonly #outbox: Outbox;
  readonly #signing: CookieSigning;
  readonly #mailer: Mailer | undefined;
  readonly #publicUrl: string | undefined;

  constructor(options: PeopleOptions) {
    const { database, accounts, userIds, secret, publicUrl, mailer, onFault } = options;
    this.signUpMode = options.signUp;
    this.canResetPasswords = mailer !== undefined && publicUrl !== undefined;
    this.#mailer = mailer;
    this.#publicUrl = publicUrl;
    this.#stores = { db: database.db, accounts, userIds };
    this.#passwords = options.passwords ?? createPasswords();
    this.#signing = { secret, secure: publicUrl?.startsWith('https:') ?? false };
    this.#sessions = new Sessions(database.db, this.#signing);
    this.#links = new MailedLinks(database.db);
    this.#throttle = new Throttle(database.db, secret, options.now);
    this.#outbox = new Outbox(onFault);
  }

  async signUp(client: Client, credentials: Credentials): Promise<LoggedIn> {
    if (this.signUpMode === 'closed') throw new ServiceError('sign-up-closed');
    await this.#throttle.take({ action: 'sign-up', by: 'address', value: client.address });
    const { stored } = await this.#create(credentials);
    return this.#enter(client, credentials.email, stored);
  }

  /** Makes a person without logging in, also where sign-up is closed. */
  async create(credentials: Credentials, role?: Role): Promise<AccountRecord> {
    return (await this.#create(credentials, role)).account;
  }

  async logIn(client: Client, credentials: Credentials): Promise<LoggedIn> {
    const { guesses, others } = this.#attempt('log-in', client, credentials.email);
    await this.#throttle.take(guesses, ...others);
    const stored = await passwordOf(this.#stores.db, { email: credentials.email });
    const entered = await this.#enter(
      client,
      credentials.email,
      await this.#verified(stored, credentials.password),
    );
    for (const counted of others) await this.#throttle.release(counted);
    await this.#throttle.forget(guesses);
    return entered;
  }

  /** Who the cookie belongs to; with cookies to set where the session was prolonged. */
  async whoIs({ cookie }: Client): Promise<LoggedIn | null> {
    const session = await this.#sessions.find(cookie);
    if (session === null) return null;
    const person = await this.#personOf(session.personId, session.email);
    return person === null ? null : { person, cookies: session.cookies };
  }

  /**
   * For changes that must not outlive the session: a request that was let in just before a new password ended its session
   * changes nothing any more.
   */
  isLoggedIn({ cookie }: Client, tx: Kysely<Tables>): Promise<boolean> {
    return this.#sessions.isOpen(cookie, tx);
  }

  async logOut({ cookie }: Client): Promise<Cookies> {
    return [await this.#sessions.end(cookie)];
  }

  /** Ends all sessions, this one too, which starts anew, and every link that was mailed. */
  async changePassword(person: Person, current: string, next: string): Promise<Cookies> {
    const before = await this.#checkPassword(person, current);
    const hash = await this.#passwords.hash(next);
    return this.#stores.db.transaction().execute(async (tx) => {
      if (!(await lockPassword(tx, before))) throw new ServiceError('wrong-credentials');
      await storePassword(tx, { personId: person.personId, hash });
      return [await this.#sessions.start(person.personId, tx)];
    });
  }

  /** For changes that a stolen session alone must not make. */
  async confirmPassword(person: Person, password: string): Promise<void> {
    await this.#checkPassword(person, password);
  }

  /** Removes the person, the account and everything that belongs to it. */
  async remove(client: Client, person: Person, password: string): Promise<Cookies> {
    await this.#checkPassword(person, password);
    await this.#stores.accounts.remove({
      id: person.accountId,
      personId: person.personId,
      label: person.email,
    });
    await this.#throttle.forget(...attemptsOf(person, client));
    return [...(await this.logOut(client)), forgetDeviceCookie(this.#signing)];
  }

  /** The same for every address, known or not: what follows happens after the answer. */
  async askReset(client: Client, email: string): Promise<void> {
    if (!this.canResetPasswords) throw new ServiceError('no-mail-server');
    const { guesses, others } = this.#attempt('password-reset', client, email);
    await this.#throttle.take(guesses, ...others);
    this.#mail(async (publicUrl) => {
      const personId = await personIdOf(this.#stores.db, email);
      if (personId === null) return null;
      const token = await this.#links.create('reset-password', personId);
      return resetMail(email, resetLink(publicUrl, token));
    });
  }

  /** Ends all sessions of the person, every other link, and all user ids, in the place of which comes a new one. */
  async confirmReset(client: Client, token: string, next: string): Promise<void> {
    if (!this.canResetPasswords) throw new ServiceError('no-mail-server');
    await this.#throttle.take({ action: 'password-reset', by: 'address', value: client.address });
    const owner = await this.#links.ownerOf('reset-password', token);
    if (owner === null) throw new ServiceError('bad-token');
    const { personId, email } = owner;
    const hash = await this.#passwords.hash(next);
    const account = await this.#stores.accounts.byPerson(personId);
    await this.#stores.db.transaction().execute(async (tx) => {
      // Whatever else has changed the password meanwhile, another use of this link too, has ended the link.
      if (!(await lockPassword(tx, owner))) throw new ServiceError('bad-token');
      await storePassword(tx, { personId, hash });
      // Whoever got the link has the address.
      await markVerified(tx, personId);
      // Whoever had the account before must not go on calling with its user ids.
      if (account !== null) await this.#stores.userIds.replace(account.id, undefined, tx);
    });
    await this.#throttle.forget(
      { action: 'log-in', by: 'email', value: email },
      { action: 'log-in', by: 'email-and-network', value: `${email} ${client.address}` },
    );
  }

  isVerified(personId: string): Promise<boolean> {
    return isVerified(this.#stores.db, personId);
  }

  /** Mails a link by which the person shows that the address is theirs. */
  async askVerification({ personId, email }: Person): Promise<void> {
    if (!this.canResetPasswords) throw new ServiceError('no-mail-server');
    await this.#throttle.take({ action: 'verification', by: 'person', value: personId });
    this.#mail(async (publicUrl) => {
      if (await this.isVerified(personId)) return null;
      const token = await this.#links.create('verify-email', personId);
      return verificationMail(email, verificationLink(publicUrl, token));
    });
  }

  /** May be done twice: whoever opens the link again is told the same. */
  async confirmVerification(client: Client, token: string): Promise<void> {
    if (!this.canResetPasswords) throw new ServiceError('no-mail-server');
    await this.#throttle.take({ action: 'verification', by: 'address', value: client.address });
    const owner = await this.#links.ownerOf('verify-email', token);
    if (owner === null) throw new ServiceError('bad-token');
    await markVerified(this.#stores.db, owner.personId);
  }

  /** Sets a password for the operator, who has no session of the person. Ends all sessions. */
  async setPassword(personId: string, password: string): Promise<void> {
    const hash = await this.#passwords.hash(password);
    await this.#stores.db.transaction().execute((tx) => storePassword(tx, { personId, hash }));
  }

  /** Removes what is over: sessions, links, counted attempts. */
  async sweep(): Promise<void> {
    await sweepExpired(this.#stores.db);
    await this.#stores.accounts.forgetAddresses();
    await this.#throttle.sweep();
  }

  /** Lets mails that are on their way go out. */
  async close(): Promise<void> {
    await this.#outbox.settled();
  }

  async #create({ email, password }: Credentials, role?: Role): Promise<CreatedPerson> {
    if ((await personIdOf(this.#stores.db, email)) !== null) throw new ServiceError('email-taken');
    return createPerson(this.#stores, { email, passwordHash: await this.#passwords.hash(password), role });
  }

  async #enter(client: Client, email: string, stored: StoredPassword): Promise<LoggedIn> {
    const person = await this.#personOf(stored.personId, email);
    if (person === null) throw new Error('A person without an account has logged in.');
    const cookie = await this.#stores.db.transaction().execute(async (tx) => {
      // A change of the password ends all sessions, and must not miss one that was begun with the old one meanwhile.
      if (!(await lockPassword(tx, stored))) throw new ServiceError('wrong-credentials');
      return this.#sessions.start(stored.personId, tx);
    });
    // A session that the browser already had is over: nobody else may go on with it.
    await this.#sessions.end(client.cookie);
    return { person, cookies: [cookie, deviceCookie(this.#signing, email)] };
  }

  /** The stored password, if this is it. Takes as long for somebody unknown as for a wrong password. */
  async #verified(
    stored: StoredPassword | null,
    password: string,
    message?: string,
  ): Promise<StoredPassword> {
    if (stored === null) await this.#passwords.hash(password);
    else if (await this.#passwords.verify({ hash: stored.hash, password })) return stored;
    throw new ServiceError('wrong-credentials', message);
  }

  /**
   * Under what an attempt for an e-mail address is counted. What strangers do elsewhere must not lock the owner out: a
   * browser in which the person has logged in before has attempts of its own, and nobody else's count against it. What
   * one network does is refused before it counts for the e-mail address as a whole.
   */
  #attempt(
    action: 'log-in' | 'password-reset',
    { cookie, address }: Client,
    email: string,
  ): { readonly guesses: Counted; readonly others: readonly Counted[] } {
    const device = knownDevice(this.#signing, cookie, email);
    if (device !== null) return { guesses: { action, by: 'device', value: device }, others: [] };
    return {
      guesses: { action, by: 'email-and-network', value: `${email} ${address}` },
      others: [
        { action, by: 'address', value: address },
        { action, by: 'email', value: email },
      ],
    };
  }

  async #personOf(personId: string, email: string): Promise<Person | null> {
    const account = await this.#stores.accounts.byPerson(personId);
    if (account === null) return null;
    const { id: accountId, role, suspendedAt } = account;
    return { accountId, personId, email, role, suspended: suspendedAt !== null };
  }

  /** For somebody who is logged in; the attempts are counted for the person whose session it is. */
  async #checkPassword({ personId }: Person, password: string): Promise<StoredPassword> {
    const counted: Counted = { action: 'password-check', by: 'person', value: personId };
    await this.#throttle.take(counted);
    const known = await passwordOf(this.#stores.db, { id: personId });
    const stored = await this.#verified(known, password, WRONG_CURRENT_PASSWORD);
    await this.#throttle.forget(counted);
    return stored;
  }

  /** Mails what is written after the answer; nothing for null. */
  #mail(write: (publicUrl: string) => Promise<Mail | null>): void {
    const [mailer, publicUrl] = [this.#mailer, this.#publicUrl];
    if (mailer === undefined || publicUrl === undefined) return;
    this.#outbox.post(async () => {
      const mail = await write(publicUrl);
      if (mail !== null) await mailer.send(mail);
    });
  }
}

/** Who is logged in is asked for no address, so that the password alone can be wrong. */
const WRONG_CURRENT_PASSWORD = 'The current password is wrong.';

/** Under what a person's attempts may have been counted, as far as it is known; the rest is over in minutes. */
const attemptsOf = ({ email, personId }: Person, { address }: Client): Counted[] => [
  { action: 'log-in', by: 'email', value: email },
  { action: 'log-in', by: 'email-and-network', value: `${email} ${address}` },
  { action: 'password-reset', by: 'email', value: email },
  { action: 'password-reset', by: 'email-and-network', value: `${email} ${address}` },
  { action: 'password-check', by: 'person', value: personId },
];
