import type { Turn } from './passwords.js';
import type { StoredPassword } from './person-store.js';
import type { Counted } from './throttle.js';

/** The keys under which an attempt to log in is counted. */
export interface LogInAttempt {
  /** Forgotten after a correct password. */
  readonly guesses: Counted;
  /** Only this attempt is uncounted after a correct password. */
  readonly others: readonly Counted[];
  /** In which the password is hashed. */
  readonly turn: Turn;
}

/** An attempt from a browser that is not known. One network is refused before it counts for the email address. */
export const logInFromAnywhere = (email: string, address: string): LogInAttempt => ({
  guesses: { action: 'log-in', by: 'email-and-network', value: `${email} ${address}` },
  others: [
    { action: 'log-in', by: 'address', value: address },
    { action: 'log-in', by: 'email', value: email },
  ],
  turn: { lane: 'log-in', caller: address },
});

/**
 * An attempt from a browser in which the person has logged in before. It has its own attempts, so that strangers cannot
 * lock the owner out; all such browsers together have a limit too, because cookies can be collected.
 */
export const logInFromKnown = (device: string, { personId, hash }: StoredPassword): LogInAttempt => ({
  guesses: { action: 'log-in', by: 'device', value: device },
  // By the stored password: attempts with the cookies of an earlier one do not count against its successor.
  others: [{ action: 'log-in', by: 'all-devices', value: hash }],
  turn: { lane: 'known', caller: personId },
});

/** Known browsers are no exception: a refused owner has a dozen fresh mails already. */
export const resetMails = (email: string, address: string): readonly Counted[] => [
  { action: 'password-reset', by: 'email-and-network', value: `${email} ${address}` },
  { action: 'password-reset', by: 'address', value: address },
  { action: 'password-reset', by: 'email', value: email },
];

/** By email address, not by person: deleting the account and signing up again must not allow more mails. */
export const verificationMails = (email: string, address: string): readonly Counted[] => [
  { action: 'verification', by: 'email', value: email },
  { action: 'verification', by: 'address', value: address },
];

/** Correct passwords cost a hash as well, and a session each. */
export const correctPasswordsOf = (personId: string): Counted => ({
  action: 'correct-password',
  by: 'person',
  value: personId,
});

export const correctPasswordsFrom = (address: string): Counted => ({
  action: 'correct-password',
  by: 'address',
  value: address,
});

export const passwordChecks = (personId: string): Counted => ({
  action: 'password-check',
  by: 'person',
  value: personId,
});

/** Failed log-ins that the mailed link, or the deletion of the account, makes irrelevant. */
export const failedLogIns = (email: string, address: string): readonly Counted[] => [
  { action: 'log-in', by: 'email', value: email },
  { action: 'log-in', by: 'email-and-network', value: `${email} ${address}` },
];
