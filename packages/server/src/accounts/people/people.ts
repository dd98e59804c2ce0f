import { ServiceError } from '../../errors.js';
import type { AccountRecord, Role } from '../account-store.js';
import type { Mailer } from './mail.js';
import { Outbox } from './mail-outbox.js';
import { resetLink, resetMail } from './mail-texts.js';
import { createAuth, type Auth } from './auth.js';
import { asServiceError } from './failure.js';
import { deviceCookie, forgetDeviceCookie, knownDevice, type DeviceSigning } from './known-device.js';
import { createPasswords, type Passwords } from './passwords.js';
import {
  createPerson,
  emailIsTaken,
  passwordHashOf,
  sweepExpired,
  type PersonStores,
} from './person-store.js';
import { Throttle, type Counted } from './throttle.js';
import type { Database } from '../../db/database.js';

/** Who is logged in. */
export interface Person {
  readonly accountId: string;
  readonly personId: string;
  readonly email: string;
  readonly role: Role;
}

/** What a request says of the one who sends it. */
export interface Visitor {
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
  readonly #auth: Auth;
  readonly #stores: PersonStores;
  readonly #passwords: Passwords;
  readonly #throttle: Throttle;
  readonly #outbox: Outbox;
  readonly #devices: DeviceSigning;

  constructor(options: PeopleOptions) {
    const { database, accounts, userIds, secret, publicUrl, mailer, onFault } = options;
    this.signUpMode = options.signUp;
    this.canResetPasswords = mailer !== undefined && publicUrl !== undefined;
    this.#stores = { db: database.db, accounts, userIds };
    this.#passwords = options.passwords ?? createPasswords();
    this.#throttle = new Throttle(database.db, secret, options.now);
    this.#outbox = new Outbox(onFault);
    const secure = publicUrl?.startsWith('https:') ?? false;
    this.#devices = { secret, secure };
    this.#auth = createAuth({
      database,
      secret,
      secure,
      passwords: this.#passwords,
      onFault,
      sendReset: async (to, token) => {
        if (mailer !== undefined && publicUrl !== undefined)
          await mailer.send(resetMail(to, resetLink(publicUrl, token)));
      },
    });
  }

  async signUp(visitor: Visitor, credentials: Credentials): Promise<LoggedIn> {
    if (this.signUpMode === 'closed') throw new ServiceError('sign-up-closed');
    await this.#throttle.take({ action: 'sign-up', by: 'address', value: visitor.address });
    await this.create(credentials);
    return this.#startSession(visitor, credentials);
  }

  /** Makes a person without logging in, also where sign-up is closed. */
  async create({ email, password }: Credentials, role?: Role): Promise<AccountRecord> {
    if (await emailIsTaken(this.#stores.db, email)) throw new ServiceError('email-taken');
    return createPerson(this.#stores, { email, passwordHash: await this.#passwords.hash(password), role });
  }

  async logIn(visitor: Visitor, credentials: Credentials): Promise<LoggedIn> {
    const { guesses, others } = this.#attempt('log-in', visitor, credentials.email);
    await this.#throttle.take(guesses, ...others);
    const entered = await this.#startSession(visitor, credentials);
    for (const counted of others) await this.#throttle.giveBack(counted);
    await this.#throttle.forget(guesses);
    return entered;
  }

  /** Who the cookie belongs to; with cookies to set where the session was prolonged. */
  async whoIs({ cookie }: Visitor): Promise<LoggedIn | null> {
    if (cookie === '') return null;
    const { headers, response } = await this.#calling(
      this.#auth.api.getSession({ headers: new Headers({ cookie }), returnHeaders: true }),
    );
    if (response === null) return null;
    const person = await this.#personOf(response.user.id, response.user.email);
    return person === null ? null : { person, cookies: headers.getSetCookie() };
  }

  async logOut({ cookie }: Visitor): Promise<Cookies> {
    const headers = new Headers({ cookie });
    const session = await this.#calling(
      this.#auth.api.getSession({ headers, query: { disableRefresh: true } }),
    );
    // Done here first, because better-auth keeps quiet when the row cannot be removed.
    if (session !== null)
      await this.#stores.db.deleteFrom('session').where('id', '=', session.session.id).execute();
    const out = await this.#calling(this.#auth.api.signOut({ headers, returnHeaders: true }));
    return out.headers.getSetCookie();
  }

  /** Ends all other sessions, and every link for a new password. */
  async changePassword(visitor: Visitor, person: Person, current: string, next: string): Promise<Cookies> {
    const { headers } = await this.#withPassword(person, () =>
      this.#auth.api.changePassword({
        headers: new Headers({ cookie: visitor.cookie }),
        body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
        returnHeaders: true,
      }),
    );
    await this.#dropLinks(person.personId);
    return headers.getSetCookie();
  }

  /** Removes the person, the account and everything that belongs to it. */
  async remove(visitor: Visitor, person: Person, password: string): Promise<Cookies> {
    const headers = new Headers({ cookie: visitor.cookie });
    await this.#withPassword(person, () => this.#auth.api.verifyPassword({ headers, body: { password } }));
    await this.#stores.accounts.remove({
      id: person.accountId,
      personId: person.personId,
      label: person.email,
    });
    await this.#throttle.forget(...attemptsOf(person));
    const out = await this.#calling(this.#auth.api.signOut({ headers, returnHeaders: true }));
    return [...out.headers.getSetCookie(), forgetDeviceCookie(this.#devices)];
  }

  /** The same for every address, known or not: what follows happens after the answer. */
  async askReset(visitor: Visitor, email: string): Promise<void> {
    if (!this.canResetPasswords) throw new ServiceError('no-mail-server');
    const { guesses, others } = this.#attempt('password-reset', visitor, email);
    await this.#throttle.take(guesses, ...others);
    this.#outbox.post(async () => {
      await this.#auth.api.requestPasswordReset({ body: { email } });
    });
  }

  /** Ends all sessions of the person, every other link, and the user id, which is replaced. */
  async confirmReset(visitor: Visitor, token: string, next: string): Promise<void> {
    if (!this.canResetPasswords) throw new ServiceError('no-mail-server');
    await this.#throttle.take({ action: 'password-reset', by: 'address', value: visitor.address });
    const owner = await this.#ownerOf(token);
    await this.#calling(this.#auth.api.resetPassword({ body: { token, newPassword: next } }));
    if (owner === null) return;
    // Whoever had the account before must not go on calling with its user id.
    const account = await this.#stores.accounts.byPerson(owner.personId);
    if (account !== null) await this.#stores.userIds.replace(account.id);
    await this.#dropLinks(owner.personId);
    await this.#throttle.forget(
      { action: 'log-in', by: 'email', value: owner.email },
      { action: 'log-in', by: 'email-and-network', value: `${owner.email} ${visitor.address}` },
    );
  }

  /** Sets a password for the operator, who has no session of the person. Ends all sessions. */
  async setPassword(personId: string, password: string): Promise<void> {
    const passwordHash = await this.#passwords.hash(password);
    await this.#stores.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('credential')
        .set({ password: passwordHash, updated_at: new Date() })
        .where('person_id', '=', personId)
        .where('provider_id', '=', 'credential')
        .execute();
      await tx.deleteFrom('session').where('person_id', '=', personId).execute();
      await tx.deleteFrom('verification').where('value', '=', personId).execute();
    });
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

  async #startSession(visitor: Visitor, { email, password }: Credentials): Promise<LoggedIn> {
    const before = await passwordHashOf(this.#stores.db, email);
    const { headers, response } = await this.#calling(
      this.#auth.api.signInEmail({ body: { email, password }, returnHeaders: true }),
    );
    // A change of the password ends all sessions, and must not miss one that was begun with the old one meanwhile.
    if ((await passwordHashOf(this.#stores.db, email)) !== before) {
      await this.#stores.db.deleteFrom('session').where('token', '=', response.token).execute();
      throw new ServiceError('wrong-credentials');
    }
    const person = await this.#personOf(response.user.id, response.user.email);
    if (person === null) throw new Error('A person without an account has logged in.');
    // A session that the browser already had is over: nobody else may go on with it.
    if (visitor.cookie !== '') await this.logOut(visitor);
    return { person, cookies: [...headers.getSetCookie(), deviceCookie(this.#devices, email)] };
  }

  /**
   * Under what an attempt for an e-mail address is counted. What strangers do elsewhere must not lock the owner out: a
   * browser in which the person has logged in before has attempts of its own, and nobody else's count against it. What
   * one network does is refused before it counts for the e-mail address as a whole.
   */
  #attempt(
    action: 'log-in' | 'password-reset',
    { cookie, address }: Visitor,
    email: string,
  ): { readonly guesses: Counted; readonly others: readonly Counted[] } {
    const device = knownDevice(this.#devices, cookie, email);
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
    return account === null ? null : { accountId: account.id, personId, email, role: account.role };
  }

  /** Work that a wrong password stops; the attempts are counted for the person whose session it is. */
  async #withPassword<T>({ personId }: Person, work: () => Promise<T>): Promise<T> {
    const counted: Counted = { action: 'password-check', by: 'person', value: personId };
    await this.#throttle.take(counted);
    const result = await this.#calling(work());
    await this.#throttle.forget(counted);
    return result;
  }

  async #ownerOf(token: string): Promise<{ personId: string; email: string } | null> {
    const { internalAdapter } = await this.#auth.$context;
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    const owner = link && (await internalAdapter.findUserById(link.value));
    return owner ? { personId: owner.id, email: owner.email } : null;
  }

  async #dropLinks(personId: string): Promise<void> {
    await this.#stores.db.deleteFrom('verification').where('value', '=', personId).execute();
  }

  async #calling<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      throw asServiceError(error);
    }
  }
}

/** Under what a person's attempts may have been counted. */
const attemptsOf = ({ email, personId }: Person): Counted[] => [
  { action: 'log-in', by: 'email', value: email },
  { action: 'password-reset', by: 'email', value: email },
  { action: 'password-check', by: 'person', value: personId },
];
