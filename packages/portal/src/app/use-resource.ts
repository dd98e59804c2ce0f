import { useCallback, useEffect, useState } from 'react';
import { failureOf, type Failure } from '../api/failure.js';

export type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly value: T };

/** Loads once, again on `reload`, and by itself when the connection is back; `load` must be stable (a module function, or from useCallback). */
export function useResource<T>(load: () => Promise<T>): readonly [Resource<T>, () => void] {
  const [resource, setResource] = useState<Resource<T>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const run = { current: true };
    setResource({ state: 'loading' });
    load().then(
      (value) => {
        if (run.current) setResource({ state: 'ready', value });
      },
      (thrown: unknown) => {
        if (run.current) setResource({ state: 'failed', failure: failureOf(thrown) });
      },
    );
    return () => {
      run.current = false;
    };
  }, [load, attempt]);
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
