import { ServiceError } from '../../errors.js';
import type { LogInParts, User } from './log-in-parts.js';
import type { Turn } from './passwords.js';
import type { Counted } from './throttle.js';
import { passwordOf, type StoredPassword } from './user-store.js';

/** The keys under which an attempt to log in is counted. */
interface LogInAttempt {
  /** Forgotten after a correct password. */
  readonly guesses: Counted;
  /** Only this attempt is uncounted after a correct password. */
  readonly others: readonly Counted[];
  /** In which the password is hashed. */
  readonly turn: Turn;
}

/** An attempt from a browser that is not known. One network is rejected before it counts for the email address. */
export const logInFromAnywhere = (email: string, address: string): LogInAttempt => ({
  guesses: { action: 'log-in', by: 'email-and-network', value: `${email} ${address}` },
  others: [
    { action: 'log-in', by: 'address', value: address },
    { action: 'log-in', by: 'email', value: email },
  ],
  turn: { lane: 'log-in', caller: address },
});

/**
 * An attempt from a browser in which the user has logged in before. It has its own attempts, so that strangers cannot
 * lock the owner out; all such browsers together have a limit too, because cookies can be collected.
 */
export const logInFromKnown = (device: string, { userId, hash }: StoredPassword): LogInAttempt => ({
  guesses: { action: 'log-in', by: 'device', value: device },
  // By the stored password: attempts with the cookies of an earlier one do not count against its successor.
  others: [{ action: 'log-in', by: 'all-devices', value: hash }],
  turn: { lane: 'known', caller: userId },
});

/** Known browsers are no exception: a rejected owner has a dozen fresh mails already. */
export const resetMails = (email: string, address: string): readonly Counted[] => [
  { action: 'password-reset', by: 'email-and-network', value: `${email} ${address}` },
  { action: 'password-reset', by: 'address', value: address },
  { action: 'password-reset', by: 'email', value: email },
];

/** By email address, not by user: deleting the account and signing up again must not allow more mails. */
export const verificationMails = (email: string, address: string): readonly Counted[] => [
  { action: 'verification', by: 'email', value: email },
  { action: 'verification', by: 'address', value: address },
];

/** Correct passwords cost a hash as well, and a session each. */
export const correctPasswordsOf = (userId: string): Counted => ({
  action: 'correct-password',
  by: 'user',
  value: userId,
});

export const correctPasswordsFrom = (address: string): Counted => ({
  action: 'correct-password',
  by: 'address',
  value: address,
});

/** Each costs requests to the identity provider. */
export const identityLogIns = (address: string): Counted => ({
  action: 'identity-log-in',
  by: 'address',
  value: address,
});

export const passwordChecks = (userId: string): Counted => ({
  action: 'password-check',
  by: 'user',
  value: userId,
});

/** Failed log-ins that the mailed link, or the deletion of the account, makes irrelevant. */
export const failedLogIns = (email: string, address: string): readonly Counted[] => [
  { action: 'log-in', by: 'email', value: email },
  { action: 'log-in', by: 'email-and-network', value: `${email} ${address}` },
];

/** Of somebody who has proved to be this user. */
export const ownTurn = ({ userId }: { readonly userId: string }): Turn => ({ lane: 'known', caller: userId });

/** A logged-in user enters no address, so only the password can be wrong. */
const WRONG_CURRENT_PASSWORD = 'The current password is wrong.';

/** How long ago users of the identity provider may have logged in, where others enter their password. */
const RECENT_MS = 15 * 60_000;

/** Checks passwords, each as an attempt that is counted. */
export class PasswordAttempts {
  constructor(private readonly parts: Pick<LogInParts, 'db' | 'passwords' | 'throttle' | 'now'>) {}

  /** Counts the attempt before its outcome is known; one whose password is never hashed is not counted. */
  async count<T>(turn: Turn, counted: readonly Counted[], work: () => Promise<T>): Promise<T> {
    const { passwords, throttle } = this.parts;
    passwords.check(turn);
    await throttle.take(...counted);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'overloaded')
        for (const each of counted) await throttle.release(each);
      throw error;
    }
  }

  /** Returns the stored password if it matches. Takes as long for an unknown user as for a wrong password. */
  async verify(
    stored: StoredPassword | null,
    password: string,
    turn: Turn,
    message?: string,
  ): Promise<StoredPassword> {
    const { passwords } = this.parts;
    if (stored === null) await passwords.hash(password, turn);
    else if (await passwords.verify({ hash: stored.hash, password }, turn)) return stored;
    throw new ServiceError('wrong-credentials', message);
  }

  /**
   * For changes that must not be possible with a stolen session alone. Users of the identity provider have no password:
   * they must have logged in a moment ago.
   */
  async confirm(user: User, password: string | undefined): Promise<void> {
    if (user.providerLogInAt === null) {
      if (password === undefined)
        throw new ServiceError('bad-field', 'The field password must be the password of the account.', {
          field: 'password',
        });
      await this.verifyOwn(user, password);
    } else if (this.parts.now() - user.providerLogInAt > RECENT_MS) throw new ServiceError('log-in-again');
  }

  /** The password of a user who is logged in; attempts are counted for the user of the session. */
  async verifyOwn(user: { readonly userId: string }, password: string): Promise<StoredPassword> {
    const { db, throttle } = this.parts;
    const counted = passwordChecks(user.userId);
    const known = await passwordOf(db, { id: user.userId });
    const stored = await this.count(ownTurn(user), [counted], () =>
      this.verify(known, password, ownTurn(user), WRONG_CURRENT_PASSWORD),
    );
    await throttle.take(correctPasswordsOf(user.userId));
    await throttle.forget(counted);
    return stored;
  }
}
