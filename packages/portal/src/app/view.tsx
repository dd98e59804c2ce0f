import { lazy, Suspense, type ReactElement } from 'react';
import { AccountPage } from '../account/account-page.js';
import { LogInPage } from '../account/log-in-page.js';
import { ResetPage } from '../account/reset-page.js';
import { SignUpPage } from '../account/sign-up-page.js';
import { VerifyPage } from '../account/verify-email.js';
import { LiveView } from '../camera/live-view.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/empty-state.js';
import { Skeleton } from '../design/spinner.js';
import { ErrorsPage } from '../errors/errors-page.js';
import { PlansPage } from '../plans/plans-page.js';
import { StartPage } from '../start/start-page.js';
import { UsagePage } from '../usage/usage-page.js';
import { MembersOnly } from './members-only.js';
import { Page } from './page.js';
import type { Route } from './route.js';
import { VisitorsOnly } from './visitors-only.js';

// The largest part, and not the first that anybody sees.
const Playground = lazy(() => import('../playground/playground.js'));
const Guides = lazy(() => import('../guides/guides-page.js'));

const PLAYGROUND = '/playground';
const GUIDES = '/guides';

/** The view of a path. */
export function View({ route }: { readonly route: Route }): ReactElement {
  const { path, query } = route;
  if (path === PLAYGROUND || path.startsWith(`${PLAYGROUND}/`))
    return <PlaygroundView panel={path.slice(PLAYGROUND.length + 1)} />;
  if (path === GUIDES || path.startsWith(`${GUIDES}/`))
    return <GuidesView path={path.slice(GUIDES.length + 1)} />;
  switch (path) {
    case '/':
      return <StartPage />;
    case '/errors':
      return <ErrorsPage />;
    case '/plans':
      return <PlansPage />;
    case '/reset':
      return <ResetPage token={query.get('token')} />;
    case '/verify':
      return <VerifyPage token={query.get('token')} />;
    case '/live':
      return <LiveView mode="live" />;
    case '/live/enrol':
      return <LiveView mode="enrol" />;
    case '/log-in':
      return (
        <VisitorsOnly>
          <LogInPage />
        </VisitorsOnly>
      );
    case '/sign-up':
      return (
        <VisitorsOnly>
          <SignUpPage />
        </VisitorsOnly>
      );
    case '/account':
      return <MembersOnly title="Account">{(account) => <AccountPage account={account} />}</MembersOnly>;
    case '/usage':
      return <MembersOnly title="Usage">{() => <UsagePage />}</MembersOnly>;
    default:
      return (
        <Page title="Nothing here">
          <EmptyState
            title="There is no such page"
            actions={<ButtonLink href="#/">To the start</ButtonLink>}
          />
        </Page>
      );
  }
}

function PlaygroundView({ panel }: { readonly panel: string }): ReactElement {
  const waiting = (
    <Page title="Playground">
      <Skeleton label="Loading the playground" lines={6} />
    </Page>
  );
  return (
    <MembersOnly title="Playground">
      {() => (
        <Suspense fallback={waiting}>
          <Playground panel={panel === '' ? 'detect' : panel} />
        </Suspense>
      )}
    </MembersOnly>
  );
}

function GuidesView({ path }: { readonly path: string }): ReactElement {
  const waiting = (
    <Page title="Guides">
      <Skeleton label="Loading the guides" lines={8} />
    </Page>
  );
  return (
    <Suspense fallback={waiting}>
      <Guides path={path} />
    </Suspense>
  );
}
