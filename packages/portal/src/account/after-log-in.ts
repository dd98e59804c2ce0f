import type { Account } from '../api/account.types.js';

/** Where a person goes after logging in: to the playground, or to the plans if there is none yet. */
export const afterLogIn = (account: Account): string =>
  account.subscription?.active === true ? '/playground' : '/plans';

/** Where somebody new goes: the playground begins with a sample photo. */
export const afterSignUp = (account: Account): string =>
  account.subscription?.active === true ? '/playground/faces?sample=1' : '/plans';
