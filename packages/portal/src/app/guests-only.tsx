import { useEffect, useRef, type ReactNode } from 'react';
import { afterLogIn } from '../account/after-log-in.js';
import type { Account } from '../api/account.types.js';
import { redirect } from './route.js';
import { useSession } from './session.js';

interface GuestsOnlyProps {
  /** Of the view. */
  readonly path: string;
  /** Where to go from here once the person has an account. */
  readonly next?: (account: Account) => string;
  readonly children: ReactNode;
}

/** People who are logged in do not need these views and are sent on. */
export function GuestsOnly({ path, next = afterLogIn, children }: GuestsOnlyProps): ReactNode {
  const { account, state } = useSession();
  const cameAsVisitor = useRef(false);
  useEffect(() => {
    if (account !== null) redirect(path, (cameAsVisitor.current ? next : afterLogIn)(account));
    else if (state === 'ready') cameAsVisitor.current = true;
  }, [account, state, path, next]);
  return account === null ? children : null;
}
