import { useCallback, useState } from 'react';
import { failureOf, NOT_LOGGED_IN, type Failure } from '../api/failure.js';
import { useSession } from './session.js';

export interface Action<Args extends readonly unknown[]> {
  readonly run: (...args: Args) => void;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly clear: () => void;
}

/** Something a person starts by a button or a form: runs once at a time and keeps why it failed. */
export function useAction<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const { refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = (...args: Args): void => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    work(...args)
      .catch((thrown: unknown) => {
        const why = failureOf(thrown);
        setFailure(why);
        if (why.code === NOT_LOGGED_IN) void refresh();
      })
      .finally(() => {
        setBusy(false);
      });
  };
  const clear = useCallback(() => {
    setFailure(null);
  }, []);
  return { run, busy, failure, clear };
}
