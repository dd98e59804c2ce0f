import type { ErrorCode } from '../errors.js';

/** Who a call is made for. Neither field is a secret. */
export interface Account {
  readonly accountId: string;
  readonly plan: string;
}

export type RefusalCode = Extract<ErrorCode, 'unknown-user-id' | 'no-subscription' | 'subscription-ended'>;

export interface Refusal {
  readonly refused: RefusalCode;
}

/** Knows which user id belongs to which account. */
export interface UserDirectory {
  resolveUser(userId: string): Promise<Account | Refusal>;
}

export const isRefusal = (answer: Account | Refusal): answer is Refusal => 'refused' in answer;
