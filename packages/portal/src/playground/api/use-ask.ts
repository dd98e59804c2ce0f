import type { OkAnswer } from '@facet/client/answers';
import { useCallback, useRef } from 'react';
import { useWorkbench } from '../workbench.js';
import type { CallResult } from './exchange.js';
import { repeatIfSafe } from './repeat-call.js';
import { requestKey, type ApiRequest } from './request.js';
import { send, type Progress } from './send.js';

/** What a call is waiting for: its upload, the service, or the next free moment of the plan's rate. */
export type Waiting = Progress | { readonly phase: 'retry-wait'; readonly seconds: number };

export interface Question<Data> {
  readonly request: ApiRequest;
  readonly read: (answer: OkAnswer) => Data;
  readonly signal: AbortSignal;
  /** Wait and repeat the call when the rate limit is reached: for calls in a series. */
  readonly patient: boolean;
  readonly onProgress?: (waiting: Waiting) => void;
}

export type Ask = <Data>(question: Question<Data>) => Promise<CallResult<Data>>;

/** Makes a call as the person who is logged in, or returns the cached answer. */
export function useAsk(): Ask {
  const { userId, memory, noteExchange } = useWorkbench();
  const latestUserId = useRef(userId);
  latestUserId.current = userId;
  return useCallback(
    async <Data>({
      request,
      read,
      signal,
      patient,
      onProgress,
    }: Question<Data>): Promise<CallResult<Data>> => {
      const key = requestKey(request);
      const known = memory.get(key);
      if (known !== undefined) return { ok: true, exchange: known.exchange, data: known.data as Data };
      const call = (): Promise<CallResult<Data>> =>
        send({ request, read, signal, userId: latestUserId.current, ...(onProgress && { onProgress }) });
      const onRetryWait = (seconds: number): void => {
        onProgress?.({ phase: 'retry-wait', seconds });
      };
      const result = patient ? await repeatIfSafe(call, signal, onRetryWait) : await call();
      if (result.exchange !== null) noteExchange(result.exchange);
      if (result.ok) memory.set(key, result);
      return result;
    },
    [memory, noteExchange],
  );
}
