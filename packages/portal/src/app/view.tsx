import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { DeletePage } from '../account/delete-page.js';
import { KeysPage } from '../account/keys-page.js';
import { LogInPage } from '../account/log-in-page.js';
import { ProfilePage } from '../account/profile-page.js';
import { ResetPage } from '../account/reset-page.js';
import { SignUpPage } from '../account/sign-up-page.js';
import { VerifyPage } from '../account/verify-email.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState, Skeleton } from '../design/states.js';
import { ErrorsPage } from '../errors/errors-page.js';
import { PlansPage } from '../plans/plans-page.js';
import { StartPage } from '../start/start-page.js';
import { UsagePage } from '../usage/usage-page.js';
import { afterSignUp, GuestsOnly, UsersOnly } from './access.js';
import { Page } from './page.js';
import type { Route } from './route.js';
import { useSession } from './session.js';

// The largest part, and not the first that anybody sees.
const Playground = lazy(() => import('../playground/playground.js'));
const Guides = lazy(() => import('../guides/guides-page.js'));
const Admin = lazy(() => import('../admin/admin.js'));
const Reference = lazy(() => import('../reference/reference-page.js'));

const PLAYGROUND = '/playground';
const GUIDES = '/guides';
const ADMIN = '/admin';
const ERRORS = '/errors';
const REFERENCE = '/reference';

/** The view of a path. */
export function View({ route }: { readonly route: Route }): ReactElement {
  const { path, query } = route;
  if (path === PLAYGROUND || path.startsWith(`${PLAYGROUND}/`))
    return (
      <PlaygroundView panel={path.slice(PLAYGROUND.length + 1)} startsWithSample={query.has('sample')} />
    );
  if (path === GUIDES || path.startsWith(`${GUIDES}/`))
    return <GuidesView path={path.slice(GUIDES.length + 1)} />;
  if (path === ADMIN || path.startsWith(`${ADMIN}/`)) return <AdminView route={route} />;
  if (path === ERRORS || path.startsWith(`${ERRORS}/`))
    return <ErrorsPage code={path.slice(ERRORS.length + 1)} />;
  if (path === REFERENCE || path.startsWith(`${REFERENCE}/`))
    return <ReferenceView operation={path.slice(REFERENCE.length + 1)} />;
  switch (path) {
    case '/':
      return <StartPage />;
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
        <GuestsOnly path={path}>
          <LogInPage />
        </GuestsOnly>
      );
    case '/sign-up':
      return (
        <GuestsOnly path={path} next={afterSignUp}>
          <SignUpPage plan={query.get('plan')} />
        </GuestsOnly>
      );
    case '/account':
      return <UsersOnly title="Profile">{(account) => <ProfilePage account={account} />}</UsersOnly>;
    case '/account/keys':
      return <UsersOnly title="API keys">{(account) => <KeysPage account={account} />}</UsersOnly>;
    case '/account/delete':
      return <UsersOnly title="Delete account">{({ email }) => <DeletePage email={email} />}</UsersOnly>;
    case '/usage':
      return <UsersOnly title="Usage">{() => <UsagePage />}</UsersOnly>;
    default:
      return (
        <Page title="Page not found">
          <EmptyState
            title="This page does not exist"
            actions={<ButtonLink href="#/">Go to the start page</ButtonLink>}
          />
        </Page>
      );
  }
}

interface PlaygroundViewProps {
  readonly panel: string;
  readonly startsWithSample: boolean;
}

/** For users, and for guests if the service has a trial. */
function PlaygroundView({ panel, startsWithSample }: PlaygroundViewProps): ReactNode {
  const { account, service } = useSession();
  const waiting = (
    <Page title="Playground">
      <Skeleton label="Loading the playground" lines={6} />
    </Page>
  );
  const playground = (
    <Suspense fallback={waiting}>
      <Playground panel={panel === '' ? 'faces' : panel} startsWithSample={startsWithSample} />
    </Suspense>
  );
  if (account === null && service?.trial === true) return playground;
  return <UsersOnly title="Playground">{() => playground}</UsersOnly>;
}

function AdminView({ route }: { readonly route: Route }): ReactElement {
  const waiting = (
    <Page title="Admin">
      <Skeleton label="Loading" lines={6} />
    </Page>
  );
  return (
    <UsersOnly title="Admin">
      {({ role }) =>
        role === 'admin' ? (
          <Suspense fallback={waiting}>
            <Admin route={route} />
          </Suspense>
        ) : (
          <Page title="Admin">
            <EmptyState title="For admins only">Ask the operator of this service for access.</EmptyState>
          </Page>
        )
      }
    </UsersOnly>
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

function ReferenceView({ operation }: { readonly operation: string }): ReactElement {
  const waiting = (
    <Page title="API reference">
      <Skeleton label="Loading the reference" lines={8} />
    </Page>
  );
  return (
    <Suspense fallback={waiting}>
      <Reference operation={operation} />
    </Suspense>
  );
}

const LivePage = lazy(() => import('../camera/live-page.js'));

/** Loaded when it is first opened. */
function LiveView({ mode }: { readonly mode: 'live' | 'enrol' }): ReactElement {
  const waiting = (
    <Page title="Live camera">
      <Skeleton label="Loading the camera" lines={6} />
    </Page>
  );
  return (
    <Suspense fallback={waiting}>
      <LivePage mode={mode} />
    </Suspense>
  );
}
