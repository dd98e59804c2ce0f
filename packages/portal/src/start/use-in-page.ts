import { useCallback, useEffect, useState } from 'react';
import type { InPageResult } from '../analysis/in-page.js';
import { reportUnable } from '../analysis/place.js';
import type { Failure } from '../api/failure.js';
import type { FilePhoto } from '../playground/photo/photo.js';

type InPageState =
  | { readonly status: 'running'; readonly text: string }
  | { readonly status: 'done'; readonly result: InPageResult }
  | { readonly status: 'failed'; readonly failure: Failure };

const STARTING: InPageState = { status: 'running', text: 'Looking for faces …' };

/** Analyses a photo in this page; if this browser turns out to be unable to, `usePlace` says so. */
export function useInPage(photo: FilePhoto): readonly [InPageState, () => void] {
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<{ readonly of: FilePhoto; readonly state: InPageState } | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    const show = (state: InPageState): void => {
      if (!stopped.signal.aborted) setHeld({ of: photo, state });
    };
    void analyse(photo, show, stopped.signal);
    return () => {
      stopped.abort();
    };
  }, [photo, attempt]);
  const retry = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  return [held?.of === photo ? held.state : STARTING, retry];
}

async function analyse(
  photo: FilePhoto,
  show: (state: InPageState) => void,
  signal: AbortSignal,
): Promise<void> {
  // With the models, it is loaded only when somebody has a photo to analyse.
  const engine = await import('../analysis/in-page.js').catch(() => null);
  if (engine === null) {
    reportUnable();
    return;
  }
  const onLoading = (text: string): void => {
    show({ status: 'running', text });
  };
  try {
    show({ status: 'done', result: await engine.analyseInPage(photo.source.bytes, onLoading, signal) });
  } catch (error) {
    if (signal.aborted) return;
    const failure = engine.photoFailure(error);
    if (failure === null) reportUnable();
    else show({ status: 'failed', failure });
  }
}
