import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../../db/tables.js';
import { createAdmission } from '../../../work/admission.js';
import { ServiceError } from '../../../errors.js';
import { isVerified } from '../../account-register.js';
import { AccountStore, type AccountRecord } from '../../account-store.js';
import { recordChange } from '../../audit-log.js';
import { identityLogIns } from '../attempts.js';
import type { Cookies } from '../cookies.js';
import type { Client, LogInParts } from '../log-in-parts.js';
import type { Sessions } from '../sessions.js';
import { takeOver } from '../take-over.js';
import { createUser, markVerified, storePassword } from '../user-store.js';
import { identityOf, type Identity, type IdentityRules } from './identity-rules.js';
import { endPendingCookie, pendingCookie, pendingLogIn } from './pending-log-in.js';
import { IdentityProvider, type ProviderOptions } from './provider.js';

export interface IdentitySettings extends Omit<ProviderOptions, 'onFault' | 'now'>, IdentityRules {
  /** What the portal calls the provider. */
  readonly name: string;
  readonly sessionHours: number;
}

interface LogInCookies {
  readonly cookies: Cookies;
}

/** Where the provider sends browsers back to; the operator registers it there. */
export const IDENTITY_CALLBACK = '/account/log-in/provider/callback';

/** Log-ins that wait for the provider at the same time; each keeps a request open. */
const MAX_AT_ONCE = 16;
const MAX_WAITING = 64;
/** The actor of changes of the role, in the audit log. */
const ACTOR = 'identity provider';

/**
 * Log-in with the company's identity provider. A user is recognised by the provider's subject, and at the first log-in by
 * the verified address. From then on, only the provider decides whether they get in: they have no password here, and
 * their sessions end after some hours.
 */
export class IdentityLogIn {
  readonly name: string;
  readonly #parts: LogInParts;
  readonly #sessions: Sessions;
  readonly #settings: IdentitySettings;
  readonly #provider: IdentityProvider;
  readonly #turns = createAdmission({ concurrency: MAX_AT_ONCE, maxWaiting: MAX_WAITING });

  constructor(
    parts: LogInParts,
    sessions: Sessions,
    settings: IdentitySettings,
    onFault: ProviderOptions['onFault'],
  ) {
    this.name = settings.name;
    this.#parts = parts;
    this.#sessions = sessions;
    this.#settings = settings;
    this.#provider = new IdentityProvider({ ...settings, onFault, now: parts.now });
  }

  /** The address of the provider's log-in page, and the cookie with which this browser can come back. */
  async begin({ address }: Client, signal: AbortSignal): Promise<LogInCookies & { readonly url: string }> {
    await this.#parts.throttle.take(identityLogIns(address));
    const { url, checks } = await this.#turns.run(address, signal, () => this.#provider.begin());
    return { url, cookies: [pendingCookie(this.#parts.signing, checks, this.#parts.now())] };
  }

  /** Completes the log-in with the query that the provider gave the browser. */
  async finish({ cookie, address }: Client, query: string, signal: AbortSignal): Promise<LogInCookies> {
    const { signing, now } = this.#parts;
    const checks = pendingLogIn(signing, cookie, now());
    if (checks === null)
      throw new ServiceError(
        'identity-rejected',
        'The log-in was begun in another browser or too long ago; begin again.',
      );
    const claims = await this.#turns.run(address, signal, () => this.#provider.finish(query, checks));
    const identity = identityOf(claims, this.#settings);
    const userId = await this.#userOf(identity);
    await this.#setRole(userId, identity);
    const endsAt = now() + this.#settings.sessionHours * 3_600_000;
    const cookies = await this.#sessions.start(userId, undefined, endsAt);
    // Ends the session that the browser already had.
    await this.#sessions.end(cookie);
    return { cookies: [...cookies, endPendingCookie(signing)] };
  }

  /** The cookies of a browser whose log-in failed. */
  abandoned(): Cookies {
    return [endPendingCookie(this.#parts.signing)];
  }

  async #userOf(identity: Identity): Promise<string> {
    const { db } = this.#parts;
    const known = await this.#known(identity.subject, db);
    if (known !== null) return known;
    const created = await this.#create(identity);
    if (created !== null) return created;
    return db.transaction().execute((tx) => this.#link(identity, tx));
  }

  async #known(subject: string, db: Kysely<Tables>): Promise<string | null> {
    const row = await db
      .selectFrom('identity')
      .select('user_id')
      .where('issuer', '=', this.#provider.issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  /** Null if there is a user with this address. */
  async #create({ subject, email }: Identity): Promise<string | null> {
    try {
      const { stored } = await createUser(this.#parts, {
        email,
        passwordHash: '',
        isVerified: true,
        inTransaction: (userId, tx) => this.#remember(subject, userId, tx),
      });
      return stored.userId;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'email-taken') return null;
      throw error;
    }
  }

  /** The user who signed up with this address before, from now on without a password. */
  async #link({ subject, email }: Identity, tx: Transaction<Tables>): Promise<string> {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    // Locks the row, and ends sessions and mailed links.
    await storePassword(tx, { userId: user.id, hash: '' });
    const known = await this.#known(subject, tx);
    if (known !== null) return known;
    await this.#rejectOtherSubject(user.id, tx);
    const account = await this.#accountOf(user.id, tx);
    const wasVerified = await isVerified(tx, user.id);
    const own = await this.#parts.accounts.ofProvenOwner(account, tx);
    await markVerified(tx, user.id);
    if (!wasVerified) await takeOver(this.#parts, own.id, tx);
    await this.#remember(subject, user.id, tx);
    return user.id;
  }

  /** An address that was given to somebody else must not give them the account of its former owner. */
  async #rejectOtherSubject(userId: string, tx: Transaction<Tables>): Promise<void> {
    const other = await tx
      .selectFrom('identity')
      .select('subject')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (other !== undefined)
      throw new ServiceError(
        'identity-rejected',
        'The address belongs to another user of the identity provider; the operator must delete that account first.',
      );
  }

  async #remember(subject: string, userId: string, tx: Kysely<Tables>): Promise<void> {
    const { issuer } = this.#provider;
    await tx
      .insertInto('identity')
      .values({ issuer, subject, user_id: userId, created_at: this.#parts.now() })
      .execute();
  }

  /** As the provider says, at every log-in; each change is in the audit log. */
  async #setRole(userId: string, { role }: Identity): Promise<void> {
    if (role === null) return;
    await this.#parts.db.transaction().execute(async (tx) => {
      const account = await this.#accountOf(userId, tx);
      if (account.role === role) return;
      await new AccountStore(tx, this.#parts.now).setRole(account.id, role);
      const action = role === 'admin' ? 'admin-made' : 'admin-removed';
      await recordChange(tx, { actor: ACTOR, action, accountId: account.id, detail: '' }, this.#parts.now());
    });
  }

  async #accountOf(userId: string, db: Kysely<Tables>): Promise<AccountRecord> {
    const account = await new AccountStore(db).byUser(userId);
    if (account === null) throw new Error('A user without an account has logged in.');
    return account;
  }
}
