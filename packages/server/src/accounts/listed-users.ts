import { createHash } from 'node:crypto';
import type { ListedUser } from './listed-user.js';
import type { Account, Refusal, UserDirectory } from './user-directory.js';

const digest = (userId: string): string => createHash('sha256').update(userId).digest('hex');

interface Entry {
  readonly user: ListedUser;
  /** Goes into logs: the name that the list gives or the position in it, nothing derived from the id. */
  readonly accountId: string;
}

/** A directory out of a fixed list. Ids are looked up by digest, so that timing tells nothing about them. */
export class ListedUsers implements UserDirectory {
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #now: () => number;

  constructor(users: readonly ListedUser[], now: () => number = Date.now) {
    this.#entries = new Map(
      users.map((user, n) => [digest(user.userId), { user, accountId: user.account ?? `account-${n + 1}` }]),
    );
    this.#now = now;
  }

  resolveUser(userId: string): Promise<Account | Refusal> {
    const entry = this.#entries.get(digest(userId));
    return Promise.resolve(entry === undefined ? { refused: 'unknown-user-id' } : this.#judge(entry));
  }

  #judge({ user: { plan, ends }, accountId }: Entry): Account | Refusal {
    if (plan === undefined) return { refused: 'no-subscription' };
    if (ends !== undefined && ends.getTime() <= this.#now()) return { refused: 'subscription-ended' };
    return { accountId, plan };
  }
}
