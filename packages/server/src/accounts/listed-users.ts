import { createHash } from 'node:crypto';
import type { ListedUser } from './listed-user.js';
import type { Account, Refusal, UserDirectory } from './user-directory.js';

const digest = (userId: string): string => createHash('sha256').update(userId).digest('hex');

/** A directory out of a fixed list. Ids are looked up by digest, so that timing tells nothing about them. */
export class ListedUsers implements UserDirectory {
  readonly #users: ReadonlyMap<string, ListedUser>;
  readonly #now: () => number;

  constructor(users: readonly ListedUser[], now: () => number = Date.now) {
    this.#users = new Map(users.map((user) => [digest(user.userId), user]));
    this.#now = now;
  }

  resolveUser(userId: string): Promise<Account | Refusal> {
    const key = digest(userId);
    const user = this.#users.get(key);
    return Promise.resolve(user === undefined ? { refused: 'unknown-user-id' } : this.#judge(user, key));
  }

  #judge(user: ListedUser, key: string): Account | Refusal {
    if (user.plan === undefined) return { refused: 'no-subscription' };
    if (user.ends !== undefined && user.ends.getTime() <= this.#now())
      return { refused: 'subscription-ended' };
    return { accountId: user.account ?? `account-${key.slice(0, 12)}`, plan: user.plan };
  }
}
