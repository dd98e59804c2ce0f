import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import { failureOf, NOT_LOGGED_IN, type Failure } from '../api/failure.js';
import { Button } from '../design/button.js';
import { ErrorNotice, ErrorState, Skeleton } from '../design/states.js';
import { useSession } from './session.js';
import { useOnReturn, useWhenBack } from './use-when-back.js';

type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly value: T };

type LoadedResource<T> = readonly [resource: Resource<T>, reload: () => void, replace: (value: T) => void];

/**
 * Loads once and again on `reload`, and by itself when the user comes back to the tab, logs in again, or the service is
 * back. `replace` is for a change whose response is the new value. `load` must be stable (a module function, or from
 * useCallback).
 */
export function useResource<T>(
  load: () => Promise<T>,
  { onReturn = true }: { readonly onReturn?: boolean } = {},
): LoadedResource<T> {
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

interface LoadedProps<T> {
  readonly of: LoadedResource<T>;
  /** What screen readers hear until it is there. */
  readonly label: string;
  /** Of the placeholder. */
  readonly lines?: number;
  readonly children: (value: T) => ReactNode;
}

/** Shows what was loaded, a placeholder until then, or why it could not be loaded. */
export function Loaded<T>({ of: [resource, reload], label, lines = 3, children }: LoadedProps<T>): ReactNode {
  switch (resource.state) {
    case 'loading':
      return <Skeleton label={label} lines={lines} />;
    case 'failed':
      return <ErrorState failure={resource.failure} onRetry={reload} />;
    case 'ready':
      return children(resource.value);
  }
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
interface ListPage {
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
export function usePages<Page extends ListPage, Item>(
  first: Page,
  load: (next: string | null) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): LoadedPages<Item> {
  const [loaded, setLoaded] = useState<readonly Page[]>([first]);
  // A new first page begins a new list.
  const pages = loaded[0] === first ? loaded : [first];
  const next = pages.at(-1)?.next ?? null;
  const more = useAction(async () => {
    const page = await load(next);
    setLoaded([...pages, page]);
  });
  return { items: pages.flatMap(itemsOf), hasMore: next !== null, more };
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
