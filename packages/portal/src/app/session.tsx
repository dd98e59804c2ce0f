import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { getAccount, getService } from '../api/account-api.js';
import type { Account, Service } from '../api/account.types.js';
import { failureOf, NOT_LOGGED_IN, type Failure } from '../api/failure.js';
import { useOnReturn, useWhenBack } from './use-when-back.js';

interface Session {
  /** loading: not known yet who is logged in; failed: the service did not respond. */
  readonly state: 'loading' | 'failed' | 'ready';
  readonly failure: Failure | null;
  /** Who is logged in; its `api_key` is what operations are called with. null: nobody. */
  readonly account: Account | null;
  /** Whether the session of `account` has ended by itself: the page asks for a log-in and keeps what it shows. */
  readonly ended: boolean;
  /** What this installation offers; null until known. */
  readonly service: Service | null;
  readonly refresh: () => Promise<void>;
  /** After a change whose response already holds the new account. */
  readonly setAccount: (account: Account | null) => void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

interface SessionState {
  readonly state: Session['state'];
  readonly failure: Failure | null;
  readonly account: Account | null;
  readonly ended: boolean;
  readonly service: Service | null;
}

const UNKNOWN: SessionState = { state: 'loading', failure: null, account: null, ended: false, service: null };

export function SessionProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [known, setKnown] = useState<SessionState>(UNKNOWN);

  /** Counts changes of the account, in this tab or another: responses requested before the last change are outdated. */
  const changes = useRef(0);

  const refresh = useCallback(async () => {
    const asked = changes.current;
    try {
      const service = await getService();
      const account = service.logged_in ? await accountOrNobody() : null;
      const outdated = asked !== changes.current;
      setKnown((before) => ({
        state: 'ready',
        failure: null,
        account: outdated ? before.account : (account ?? before.account),
        ended: outdated ? before.ended : account === null && before.account !== null,
        service,
      }));
    } catch (thrown) {
      const failure = failureOf(thrown);
      // Keep what is shown: a failed refresh must not log anyone out.
      setKnown((before) => (before.state === 'ready' ? before : { ...before, state: 'failed', failure }));
    }
  }, []);

  useEffect(() => {
    void refresh();
  }, [refresh]);

  const again = useCallback(() => {
    void refresh();
  }, [refresh]);
  useWhenBack(known.state === 'failed', again);
  useOnReturn(again);

  const otherTabs = useRef<OtherTabs | null>(null);
  useEffect(() => {
    const tabs = joinTabs((change) => {
      changes.current += 1;
      // At once, even if the service cannot be reached: this tab must no longer show the account.
      if (change === 'logged-out') setKnown((before) => ({ ...before, account: null, ended: false }));
      void refresh();
    });
    otherTabs.current = tabs;
    return () => {
      otherTabs.current = null;
      tabs.close();
    };
  }, [refresh]);

  const whose = known.account?.email ?? null;
  const setAccount = useCallback(
    (account: Account | null) => {
      changes.current += 1;
      setKnown((before) => ({ ...before, account, ended: false }));
      if ((account?.email ?? null) !== whose)
        otherTabs.current?.tell(account === null ? 'logged-out' : 'logged-in');
    },
    [whose],
  );

  const session = useMemo(() => ({ ...known, refresh, setAccount }), [known, refresh, setAccount]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

async function accountOrNobody(): Promise<Account | null> {
  try {
    return await getAccount();
  } catch (thrown) {
    if (failureOf(thrown).code === NOT_LOGGED_IN) return null;
    throw thrown;
  }
}

/** What a tab tells the other tabs of the same browser. */
export type SessionChange = 'logged-in' | 'logged-out';

export interface OtherTabs {
  readonly tell: (change: SessionChange) => void;
  readonly close: () => void;
}

const CHANNEL = 'facet-session';

/** Tabs share one session cookie, so what changes in one has changed in all. */
export function joinTabs(onChange: (change: SessionChange) => void): OtherTabs {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'logged-in' || data === 'logged-out') onChange(data);
  });
  return {
    tell: (change) => {
      channel.postMessage(change);
    },
    close: () => {
      channel.close();
    },
  };
}
