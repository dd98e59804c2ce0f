import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf, type Failure } from '../api/failure.js';
import { analyse, facesRequest } from '../analysis/analyse.js';
import { callerKey, useCaller } from '../analysis/caller.js';
import { readSeenFaces, type SeenFaces } from '../analysis/seen-face.js';
import type { Size } from '../playground/faces/box.js';

/** A picture on the stage. */
export interface Picture {
  readonly name: string;
  readonly href: string;
  readonly size: Size;
}

export interface OwnPicture extends Picture {
  readonly bytes: Blob;
}

export interface Analysed {
  readonly seen: SeenFaces;
  readonly text: string;
  /** null: the answer was prepared. */
  readonly millis: number | null;
}

export type AnalysisState =
  | { readonly status: 'running' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | ({ readonly status: 'done' } & Analysed);

export interface Analysis {
  readonly picture: Picture;
  readonly state: AnalysisState;
  readonly show: (picture: OwnPicture) => void;
  readonly retry: () => void;
}

/** The picture on the stage and what the service says about it; begins with a picture whose answer is known. */
export function useAnalysis(prepared: Picture, answer: Analysed): Analysis {
  const { caller } = useCaller();
  const [own, setOwn] = useState<OwnPicture | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<AnalysisState>({ status: 'done', ...answer });
  const key = callerKey(caller);
  const latest = useRef(caller);
  latest.current = caller;

  useEffect(() => {
    const by = latest.current;
    if (own === null || by === null) return undefined;
    const given = new AbortController();
    setState({ status: 'running' });
    analyse(by, facesRequest(own.bytes, own.name), given.signal)
      .then(({ answer: received, text, millis }) => ({
        status: 'done' as const,
        seen: readSeenFaces(received),
        text,
        millis,
      }))
      .catch((thrown: unknown) => ({ status: 'failed' as const, failure: failureOf(thrown) }))
      .then((next) => {
        if (!given.signal.aborted) setState(next);
      })
      .catch(() => undefined);
    return () => {
      given.abort();
    };
  }, [own, key, attempt]);

  useEffect(
    () => () => {
      if (own !== null) URL.revokeObjectURL(own.href);
    },
    [own],
  );

  const show = useCallback((picture: OwnPicture) => {
    setState({ status: 'running' });
    setOwn(picture);
  }, []);
  const retry = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  return { picture: own ?? prepared, state, show, retry };
}
