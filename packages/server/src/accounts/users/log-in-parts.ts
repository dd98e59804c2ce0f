import type { Role } from '../account-store.js';
import type { CookieSigning } from './cookies.js';
import type { Passwords } from './passwords.js';
import type { Throttle } from './throttle.js';
import type { UserStores } from './user-store.js';

/** Who is logged in. */
export interface User {
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly suspended: boolean;
  /** When the session was begun with the identity provider; null: with a password. */
  readonly providerLogInAt: number | null;
}

/** What a request reveals about its sender. */
export interface Client {
  /** The raw cookie header. */
  readonly cookie: string;
  /** The network address. */
  readonly address: string;
}

/** What log-ins and mailed links share. */
export interface LogInParts extends UserStores {
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly signing: CookieSigning;
  readonly now: () => number;
}
