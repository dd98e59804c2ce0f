import { useEffect, type ReactNode } from 'react';
import { afterLogIn } from '../account/after-log-in.js';
import { navigate } from './route.js';
import { useSession } from './session.js';

/** Whoever is logged in already has no business with these views and goes on. */
export function VisitorsOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const { account } = useSession();
  useEffect(() => {
    if (account !== null) navigate(afterLogIn(account), { replace: true });
  }, [account]);
  return account === null ? children : null;
}
