import type { OkResponse } from '@facet/client/responses';
import { useCallback, useEffect, useRef, useState } from 'react';
import { requestKey, type ApiRequest } from '../../analysis/request.js';
import { send, type CallResult, type Exchange } from '../../analysis/send.js';
import type { Failure } from '../../api/failure.js';
import { usePlayground } from '../playground-state.js';
import type { Waiting } from './response-cache.js';
import { repeatIfSafe } from './series.js';

export type { Waiting } from './response-cache.js';

interface CallOptions<Data> {
  readonly request: ApiRequest;
  readonly read: (response: OkResponse) => Data;
  readonly signal: AbortSignal;
  /** For calls in a series. */
  readonly retryOnRateLimit: boolean;
  readonly onProgress?: (waiting: Waiting) => void;
}

type MakeCall = <Data>(options: CallOptions<Data>) => Promise<CallResult<Data>>;

/** Makes a call as the user, or returns the cached response. */
export function useMakeCall(): MakeCall {
  const { apiKey, cache, recordExchange } = usePlayground();
  const latestKey = useRef(apiKey);
  latestKey.current = apiKey;
  return useCallback(
    async <Data>({
      request,
      read,
      signal,
      retryOnRateLimit,
      onProgress,
    }: CallOptions<Data>): Promise<CallResult<Data>> => {
      const key = requestKey(request);
      const known = cache.get(key);
      if (known !== undefined) return { ok: true, exchange: known.exchange, data: known.data as Data };
      const make = async (report: (waiting: Waiting) => void): Promise<CallResult<Data>> => {
        const call = (): Promise<CallResult<Data>> =>
          send({ request, read, signal, apiKey: latestKey.current, onProgress: report });
        const onRetryWait = (seconds: number): void => {
          report({ phase: 'retry-wait', seconds });
        };
        const result = retryOnRateLimit ? await repeatIfSafe(call, signal, onRetryWait) : await call();
        if (result.exchange !== null) recordExchange(result.exchange);
        if (result.ok) cache.set(key, result);
        return result;
      };
      // The key includes the operation, so a shared result has the type that `read` returns.
      return (await cache.share(key, make, onProgress ?? ignore)) as CallResult<Data>;
    },
    [cache, recordExchange],
  );
}

const ignore = (): void => undefined;

export type CallState<Data> =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly waiting: Waiting }
  | { readonly status: 'done'; readonly data: Data; readonly exchange: Exchange }
  | { readonly status: 'failed'; readonly failure: Failure; readonly exchange: Exchange | null };

export const exchangeOf = <Data>(state: CallState<Data>): Exchange | null =>
  state.status === 'done' || state.status === 'failed' ? state.exchange : null;

const IDLE = { status: 'idle' } as const;
const STARTING = { status: 'running', waiting: { phase: 'sending', sent: 0 } } as const;

/**
 * Makes the call whenever the request changes, and cancels the previous one; null makes none. A view that disappears
 * does not cancel its call: the next view shows the response.
 */
export function useCall<Data>(
  request: ApiRequest | null,
  read: (response: OkResponse) => Data,
  { retryOnRateLimit = false } = {},
): readonly [CallState<Data>, () => void] {
  const makeCall = useMakeCall();
  const { cache } = usePlayground();
  const key = request === null ? null : requestKey(request);
  const latestKey = useRef(key);
  latestKey.current = key;
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ readonly of: string | null; readonly state: CallState<Data> }>({
    of: null,
    state: IDLE,
  });

  useEffect(() => {
    if (request === null || cache.get(requestKey(request)) !== undefined) return;
    const controller = new AbortController();
    const view = { shown: true };
    const show = (state: CallState<Data>): void => {
      if (view.shown) setHeld({ of: requestKey(request), state });
    };
    show(STARTING);
    const onProgress = (waiting: Waiting): void => {
      show({ status: 'running', waiting });
    };
    makeCall({ request, read, retryOnRateLimit, signal: controller.signal, onProgress }).then(
      (result) => {
        show(result.ok ? { status: 'done', ...result } : { status: 'failed', ...result });
      },
      () => {
        // Cancelled, because the request has changed; another view may have cancelled a call that both wanted.
        if (view.shown) setAttempt((n) => n + 1);
      },
    );
    return () => {
      view.shown = false;
      if (latestKey.current !== key) controller.abort();
    };
    // The key identifies the request; `request` and `read` are new objects in each rendering.
  }, [key, attempt]);

  const retry = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  return [stateNow(key, held, cache.get(key ?? '')), retry];
}

function stateNow<Data>(
  key: string | null,
  held: { readonly of: string | null; readonly state: CallState<Data> },
  known: { readonly exchange: Exchange; readonly data: unknown } | undefined,
): CallState<Data> {
  if (key === null) return IDLE;
  // The key includes the operation, so the cached data has the type that `read` returns.
  if (known !== undefined) return { status: 'done', exchange: known.exchange, data: known.data as Data };
  return held.of === key ? held.state : STARTING;
}

interface Run<Data> {
  readonly state: CallState<Data>;
  /** Makes the call, or makes it again. */
  readonly run: () => void;
}

/** A call that is made on demand; a cached response is shown immediately. */
export function useRun<Data>(request: ApiRequest | null, read: (response: OkResponse) => Data): Run<Data> {
  const { cache } = usePlayground();
  const key = request === null ? null : requestKey(request);
  const [wanted, setWanted] = useState<string | null>(null);
  const isMade = key !== null && (wanted === key || cache.get(key) !== undefined);
  const [state, retry] = useCall(isMade ? request : null, read);
  return {
    state,
    run: () => {
      if (wanted === key) retry();
      setWanted(key);
    },
  };
}
