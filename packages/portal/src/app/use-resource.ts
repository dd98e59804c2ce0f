import { useCallback, useEffect, useState } from 'react';
import { failureOf, NOT_LOGGED_IN, type Failure } from '../api/failure.js';
import { useSession } from './session.js';

export type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly value: T };

/** Loads once, again on `reload`, and by itself when the connection is back; `load` must be stable (a module function, or from useCallback). */
export function useResource<T>(load: () => Promise<T>): readonly [Resource<T>, () => void] {
  const [resource, setResource] = useState<Resource<T>>({ state: 'loading' });
  const { refresh } = useSession();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const run = { current: true };
    setResource({ state: 'loading' });
    load().then(
      (value) => {
        if (run.current) setResource({ state: 'ready', value });
      },
      (thrown: unknown) => {
        const failure = failureOf(thrown);
        // The session has ended meanwhile: then the whole page has to know.
        if (failure.code === NOT_LOGGED_IN) void refresh();
        if (run.current) setResource({ state: 'failed', failure });
      },
    );
    return () => {
      run.current = false;
    };
  }, [load, attempt, refresh]);
  const reload = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  const failed = resource.state === 'failed';
  useEffect(() => {
    if (!failed) return undefined;
    addEventListener('online', reload);
    return () => {
      removeEventListener('online', reload);
    };
  }, [failed, reload]);
  return [resource, reload];
}
