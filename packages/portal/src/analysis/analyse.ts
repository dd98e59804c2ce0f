import type { OkResponse } from '@facet/client/responses';
import type { Account, Service } from '../api/account.types.js';
import { FailedCall } from '../api/failure.js';
import { useSession } from '../app/session.js';
import type { ApiRequest } from './request.js';
import { send, type Exchange } from './send.js';

/** Who is charged for an analysis: the account that is logged in, by its API key, or an anonymous trial. */
export type Caller = { readonly kind: 'key'; readonly apiKey: string } | { readonly kind: 'trial' };

interface KnownCaller {
  /** false until the service has said who is here and what it offers. */
  readonly known: boolean;
  /** null: nobody is logged in, and this service has no trial. */
  readonly caller: Caller | null;
}

export function useCaller(): KnownCaller {
  const { state, account, service } = useSession();
  return { known: state !== 'loading', caller: callerOf(account, service) };
}

function callerOf(account: Account | null, service: Service | null): Caller | null {
  if (account !== null) return { kind: 'key', apiKey: account.api_key ?? '' };
  return service?.trial === true ? { kind: 'trial' } : null;
}

/** The same for the same caller, so that effects can depend on it. */
export const callerKey = (caller: Caller | null): string =>
  caller === null ? '' : caller.kind === 'trial' ? 'trial' : caller.apiKey;

export interface Analysis<Data> {
  readonly data: Data;
  readonly exchange: Exchange;
}

/** A person waits for the result, and the live camera for its next frame. */
const DEADLINE_MS = 60_000;

/** Makes one call. Throws a FailedCall, or an AbortError when the signal aborts. */
export async function analyse<Data>(
  caller: Caller,
  request: ApiRequest,
  read: (response: OkResponse) => Data,
  signal: AbortSignal,
): Promise<Analysis<Data>> {
  const apiKey = caller.kind === 'trial' ? null : caller.apiKey;
  const result = await send({ request, apiKey, read, signal, deadlineMs: DEADLINE_MS });
  if (!result.ok) throw new FailedCall(result.failure);
  return result;
}
