import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { failureOf, NOT_LOGGED_IN, type Failure } from '../api/failure.js';
import { Button } from '../design/button.js';
import { ErrorNotice } from '../design/states.js';
import { useSession } from './session.js';
import { useOnReturn, useWhenBack } from './use-when-back.js';

type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly value: T };

/**
 * Loads once and again on `reload`, and by itself when the user comes back to the tab, logs in again, or the service is
 * back. `replace` is for a change whose response is the new value. `load` must be stable (a module function, or from
 * useCallback).
 */
export function useResource<T>(
  load: () => Promise<T>,
  { onReturn = true }: { readonly onReturn?: boolean } = {},
): readonly [Resource<T>, () => void, (value: T) => void] {
  const [resource, setResource] = useState<Resource<T>>({ state: 'loading' });
  const { refresh, ended } = useSession();
  /** Counts what was shown: a response to an earlier request is outdated. */
  const turn = useRef(0);
  const show = useCallback((next: Resource<T>) => {
    turn.current += 1;
    setResource((before) => (isSame(before, next) ? before : next));
  }, []);
  /** Leaves what is shown until there is a response. */
  const update = useCallback(() => {
    turn.current += 1;
    const asked = turn.current;
    load().then(
      (value) => {
        if (asked === turn.current) show({ state: 'ready', value });
      },
      (thrown: unknown) => {
        const failure = failureOf(thrown);
        // The session has ended: the whole page must know.
        if (failure.code === NOT_LOGGED_IN) void refresh();
        if (asked === turn.current) setResource((before) => afterFailure(before, failure));
      },
    );
  }, [load, refresh, show]);
  const reload = useCallback(() => {
    show({ state: 'loading' });
    update();
  }, [show, update]);
  useEffect(() => {
    reload();
    return () => {
      turn.current += 1;
    };
  }, [reload]);

  useWhenBack(resource.state === 'failed' && mayPass(resource.failure), update);
  useOnReturn(() => {
    if (onReturn) update();
  });
  const hadEnded = useRef(ended);
  useEffect(() => {
    if (hadEnded.current && !ended) update();
    hadEnded.current = ended;
  }, [ended, update]);
  const replace = useCallback(
    (value: T) => {
      show({ state: 'ready', value });
    },
    [show],
  );
  return [resource, reload, replace];
}

/** What is shown stays if an update fails. */
const afterFailure = <T,>(before: Resource<T>, failure: Failure): Resource<T> =>
  before.state === 'ready' ? before : { state: 'failed', failure };

/** The same value again must not reset the views that show it. */
const isSame = <T,>(before: Resource<T>, next: Resource<T>): boolean =>
  before.state === 'ready' &&
  next.state === 'ready' &&
  JSON.stringify(before.value) === JSON.stringify(next.value);

/** Whether a failure is one of the connection, or of a service that starts. */
const mayPass = ({ kind, status = 0 }: Failure): boolean => kind !== 'rejected' || status > 500;

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
  const { refresh, account } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = (...args: Args): void => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    work(...args)
      .catch((thrown: unknown) => {
        const why = failureOf(thrown);
        // The page asks for a log-in; what was typed is still there afterwards.
        if (why.code === NOT_LOGGED_IN && account !== null) void refresh();
        else setFailure(why);
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

interface LaterPages<Item> {
  /** The first page that they follow. */
  readonly after: readonly Item[];
  readonly later: readonly Item[];
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
  const [loaded, setLoaded] = useState<LaterPages<Item> | null>(null);
  // A new first page begins a new list.
  const { later, next } =
    loaded?.after === first.items ? loaded : { later: [] as readonly Item[], next: first.next };
  const more = useAction(async () => {
    const page = await load(next);
    setLoaded({ after: first.items, later: [...later, ...page.items], next: page.next });
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
