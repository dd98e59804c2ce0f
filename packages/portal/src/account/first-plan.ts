import type { OfferedPlan } from '../api/account.types.js';

/** The plan of a new account: the one chosen before, or else the first that the operator offers. */
export const planToStartWith = (offered: readonly OfferedPlan[], chosen: string | null): OfferedPlan | null =>
  offered.find(({ id }) => id === chosen) ?? offered[0] ?? null;
