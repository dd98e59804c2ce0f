import { useCallback, useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { failureOf, NOT_LOGGED_IN, type Failure } from '../api/failure.js';
import { Button } from '../design/button.js';
import { ErrorNotice } from '../design/states.js';
import { useSession } from './session.js';

type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly value: T };

/** Loads once, again on `reload`, and when the connection is back; `load` must be stable (a module function, or from useCallback). */
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
        // The session has ended: the whole page must know.
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

interface Action<Args extends readonly unknown[]> {
  readonly run: (...args: Args) => void;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly clear: () => void;
}

/** An action behind a button or a form: runs once at a time and remembers why it failed. */
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

/** One page of a list. */
interface Pages<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

interface LoadedPages<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** Loads the next page. */
  readonly more: Action<[]>;
}

/** Loads further pages of a list whose first page is already there. */
export function usePages<Item>(
  first: Pages<Item>,
  load: (next: string | null) => Promise<Pages<Item>>,
): LoadedPages<Item> {
  const [later, setLater] = useState<readonly Item[]>([]);
  const [next, setNext] = useState(first.next);
  const more = useAction(async () => {
    const page = await load(next);
    setLater([...later, ...page.items]);
    setNext(page.next);
  });
  return { items: [...first.items, ...later], hasMore: next !== null, more };
}

interface MoreButtonProps {
  readonly pages: Pick<LoadedPages<unknown>, 'hasMore' | 'more'>;
  readonly label: string;
}

/** Shown below a paged list as long as there is more. */
export function MoreButton({ pages: { hasMore, more }, label }: MoreButtonProps): ReactElement {
  return (
    <>
      {more.failure !== null && <ErrorNotice failure={more.failure} />}
      {hasMore && (
        <div>
          <Button busy={more.busy} onClick={more.run}>
            {label}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether the device has a connection; the service may still be unreachable. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
