import type { ReactElement, ReactNode } from 'react';
import type { Account } from '../api/account.types.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/empty-state.js';
import { ErrorState } from '../design/error-state.js';
import { Skeleton } from '../design/spinner.js';
import { Page } from './page.js';
import { useSession } from './session.js';

interface MembersOnlyProps {
  /** What the view is called while it cannot be shown. */
  readonly title: string;
  readonly children: (account: Account) => ReactNode;
}

/** Shows a view to people who are logged in, and tells everybody else why they cannot see it. */
export function MembersOnly({ title, children }: MembersOnlyProps): ReactNode {
  const { state, account } = useSession();
  if (account !== null) return children(account);
  return <Page title={title}>{state === 'ready' ? <LogInFirst /> : <NotKnownYet />}</Page>;
}

interface LogInFirstProps {
  readonly title?: string;
  /** Why it needs an account. */
  readonly why?: string;
}

/** For guests who open something that needs an account. */
export function LogInFirst({
  title = 'Log in to see this',
  why = 'This page belongs to an account.',
}: LogInFirstProps): ReactElement {
  const { service } = useSession();
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <ButtonLink look="primary" href="#/log-in">
            Log in
          </ButtonLink>
          {service?.sign_up === 'open' && <ButtonLink href="#/sign-up">Sign up</ButtonLink>}
        </>
      }
    >
      {why}
    </EmptyState>
  );
}

/** While it is being found out who is here, or where that failed. */
export function NotKnownYet(): ReactElement {
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
