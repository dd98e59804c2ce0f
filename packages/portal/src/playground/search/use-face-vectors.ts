import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../api/failure.js';
import { readVector, type Vector } from '../api/read-answers.js';
import { inParallel } from '../api/bounded.js';
import type { Exchange } from '../api/exchange.js';
import type { ApiRequest } from '../api/request.js';
import { requestKey } from '../api/request.js';
import { useAsk, type Waiting } from '../api/use-ask.js';
import { CALLS_AT_ONCE } from '../api/bounded.js';

export type FaceVectorState =
  | { readonly status: 'running'; readonly waiting: Waiting }
  | { readonly status: 'done'; readonly vector: Vector; readonly exchange: Exchange }
  | { readonly status: 'failed'; readonly failure: Failure; readonly exchange: Exchange | null };

const STARTING: FaceVectorState = { status: 'running', waiting: { phase: 'sending', sent: 0 } };

/** The vectors of several faces, a few at a time, by the key of their requests; stops at the first failure. */
export function useFaceVectors(
  requests: readonly ApiRequest[],
): readonly [(request: ApiRequest) => FaceVectorState, () => void] {
  const ask = useAsk();
  const [attempt, setAttempt] = useState(0);
  const [states, setStates] = useState<Readonly<Record<string, FaceVectorState>>>({});
  const asked = requests.map(requestKey).join('\n');

  useEffect(() => {
    const given = new AbortController();
    const { signal } = given;
    setStates({});
    const show = (request: ApiRequest, state: FaceVectorState): void => {
      if (!signal.aborted) setStates((before) => ({ ...before, [requestKey(request)]: state }));
    };
    inParallel(requests, CALLS_AT_ONCE, async (request) => {
      const onProgress = (waiting: Waiting): void => {
        show(request, { status: 'running', waiting });
      };
      const result = await ask({ request, read: readVector, signal, patient: true, onProgress });
      if (result.ok) {
        show(request, { status: 'done', vector: result.data, exchange: result.exchange });
        return;
      }
      show(request, { status: 'failed', failure: result.failure, exchange: result.exchange });
      // The others would be refused for the same reason.
      if (result.failure.code?.startsWith('4') === true) throw new Error('The series was refused.');
    }).catch(() => undefined);
    return () => {
      given.abort();
    };
  }, [asked, attempt]);

  const retry = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  return [(request) => states[requestKey(request)] ?? STARTING, retry];
}
