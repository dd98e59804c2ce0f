import type { Account } from '../api/account.types.js';

/** Where a person goes who just came in: to the plans until there is one, then to the playground. */
export const afterLogIn = (account: Account): string =>
  account.subscription?.active === true ? '/playground/detect' : '/plans';
