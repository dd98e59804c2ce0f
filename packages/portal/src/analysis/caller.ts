import type { Account, Service } from '../api/account.types.js';
import { useSession } from '../app/session.js';

/** Who is charged for an analysis: the account that is logged in, by its API key, or an anonymous trial. */
export type Caller = { readonly kind: 'key'; readonly userId: string } | { readonly kind: 'trial' };

export interface KnownCaller {
  /** false until the service has said who is here and what it offers. */
  readonly known: boolean;
  /** null: nobody is logged in, and this service has no trial. */
  readonly caller: Caller | null;
}

export function useCaller(): KnownCaller {
  const { state, account, service } = useSession();
  return { known: state !== 'loading', caller: callerOf(account, service) };
}

export function callerOf(account: Account | null, service: Service | null): Caller | null {
  if (account !== null) return { kind: 'key', userId: account.user_id ?? '' };
  return service?.trial === true ? { kind: 'trial' } : null;
}

/** The same for the same caller, so that effects can depend on it. */
export const callerKey = (caller: Caller | null): string =>
  caller === null ? '' : caller.kind === 'trial' ? 'trial' : caller.userId;
