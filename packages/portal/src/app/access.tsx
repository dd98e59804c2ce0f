import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import type { Account } from '../api/account.types.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState, ErrorState, Skeleton } from '../design/states.js';
import { Page } from './page.js';
import { linkWithBack, redirect, useBack } from './route.js';
import { useSession } from './session.js';

interface UsersOnlyProps {
  /** What the view is called while it cannot be shown. */
  readonly title: string;
  readonly children: (account: Account) => ReactNode;
}

/** Shows a view to users who are logged in, and tells others why they cannot see it. */
export function UsersOnly({ title, children }: UsersOnlyProps): ReactNode {
  const { state, account } = useSession();
  if (account !== null) return children(account);
  return <Page title={title}>{state === 'ready' ? <LogInFirst /> : <SessionPending />}</Page>;
}

interface LogInFirstProps {
  readonly title?: string;
  /** Why it needs an account. */
  readonly why?: string;
}

/** For visitors who open something that needs an account. */
export function LogInFirst({
  title = 'Log in to see this',
  why = 'You need an account to see this page.',
}: LogInFirstProps): ReactElement {
  const { service } = useSession();
  const back = useBack();
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <ButtonLink look="primary" href={linkWithBack('/log-in', back)}>
            Log in
          </ButtonLink>
          {service?.sign_up === 'open' && (
            <ButtonLink href={linkWithBack('/sign-up', back)}>Sign up</ButtonLink>
          )}
        </>
      }
    >
      {why}
    </EmptyState>
  );
}

/** Shown until it is known who is logged in, and if that could not be found out. */
export function SessionPending(): ReactElement {
  const { failure, refresh } = useSession();
  if (failure === null) return <Skeleton label="Loading" lines={5} />;
  return (
    <ErrorState
      failure={failure}
      onRetry={() => {
        void refresh();
      }}
    />
  );
}

interface VisitorsOnlyProps {
  /** Of the view. */
  readonly path: string;
  /** Where the user came from; null: nowhere in particular. */
  readonly back: string | null;
  /** Where to go from here once the user has an account. */
  readonly next?: (account: Account) => string;
  readonly children: ReactNode;
}

/** Redirects users who are logged in, who do not need these views. */
export function VisitorsOnly({ path, back, next = afterLogIn, children }: VisitorsOnlyProps): ReactNode {
  const { account, state } = useSession();
  const wasVisitor = useRef(false);
  useEffect(() => {
    if (account !== null) redirect(path, back ?? (wasVisitor.current ? next : afterLogIn)(account));
    else if (state === 'ready') wasVisitor.current = true;
  }, [account, state, path, back, next]);
  return account === null ? children : null;
}

/** Where a user goes after logging in: to the playground, or to the plans if there is none yet. */
const afterLogIn = (account: Account): string =>
  account.subscription?.active === true ? '/playground' : '/plans';

/** Where a new user goes: to the API key and a first call, or to the plans without which no call works. */
export const afterSignUp = (account: Account): string =>
  account.subscription?.active === true ? '/welcome' : '/plans';
