import type { OkAnswer } from '@facet/client/answers';
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { useWorkbench } from '../workbench.js';
import type { Exchange } from './exchange.js';
import { useAsk, type Waiting } from './use-ask.js';
import { requestKey, type ApiRequest } from './request.js';

export type CallState<Data> =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly waiting: Waiting }
  | { readonly status: 'done'; readonly data: Data; readonly exchange: Exchange }
  | { readonly status: 'failed'; readonly failure: Failure; readonly exchange: Exchange | null };

export const exchangeOf = <Data>(state: CallState<Data>): Exchange | null =>
  state.status === 'done' || state.status === 'failed' ? state.exchange : null;

const IDLE = { status: 'idle' } as const;
const STARTING = { status: 'running', waiting: { phase: 'sending', sent: 0 } } as const;

/** Makes the call whenever the request changes, and cancels the previous one; null makes none. */
export function useCall<Data>(
  request: ApiRequest | null,
  read: (answer: OkAnswer) => Data,
  { patient = false } = {},
): readonly [CallState<Data>, () => void] {
  const ask = useAsk();
  const { memory } = useWorkbench();
  const key = request === null ? null : requestKey(request);
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ readonly of: string | null; readonly state: CallState<Data> }>({
    of: null,
    state: IDLE,
  });

  useEffect(() => {
    if (request === null || memory.get(requestKey(request)) !== undefined) return;
    const given = new AbortController();
    const show = (state: CallState<Data>): void => {
      if (!given.signal.aborted) setHeld({ of: requestKey(request), state });
    };
    show(STARTING);
    const onProgress = (waiting: Waiting): void => {
      show({ status: 'running', waiting });
    };
    ask({ request, read, patient, signal: given.signal, onProgress }).then(
      (result) => {
        show(result.ok ? { status: 'done', ...result } : { status: 'failed', ...result });
      },
      // Cancelled, because the request has changed.
      () => undefined,
    );
    return () => {
      given.abort();
    };
    // The key identifies the request; `request` and `read` are new objects in each rendering.
  }, [key, attempt]);

  const retry = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  return [stateNow(key, held, memory.get(key ?? '')), retry];
}

function stateNow<Data>(
  key: string | null,
  held: { readonly of: string | null; readonly state: CallState<Data> },
  known: { readonly exchange: Exchange; readonly data: unknown } | undefined,
): CallState<Data> {
  if (key === null) return IDLE;
  // The key names the operation too, so that what is known under it has the shape that is read.
  if (known !== undefined) return { status: 'done', exchange: known.exchange, data: known.data as Data };
  return held.of === key ? held.state : STARTING;
}
