import type { ReactElement, ReactNode } from 'react';
import { LogInPage } from '../account/log-in-page.js';
import { ResetPage } from '../account/reset-page.js';
import { SignUpPage } from '../account/sign-up-page.js';
import { VerifyPage } from '../account/verify-email.js';
import { WelcomePage } from '../account/welcome-page.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/states.js';
import { PlansPage } from '../plans/plans-page.js';
import { StartPage } from '../start/start-page.js';
import { afterSignUp, VisitorsOnly, UsersOnly } from './access.js';
import { loadedView, waitingPage } from './loaded-view.js';
import { Page } from './page.js';
import { backFrom, type Route } from './route.js';
import { useSession } from './session.js';

// Loaded when they are first opened: large, and not the first that anybody sees.
const Playground = loadedView(
  () => import('../playground/playground.js'),
  waitingPage('Playground', 'Loading the playground'),
);
const Guides = loadedView(
  () => import('../guides/guides-page.js'),
  waitingPage('Guides', 'Loading the guides'),
);
const Admin = loadedView(() => import('../admin/admin.js'), waitingPage('Admin', 'Loading'));
const Reference = loadedView(
  () => import('../reference/reference-page.js'),
  waitingPage('API reference', 'Loading the reference'),
);
const LivePage = loadedView(
  () => import('../camera/live-page.js'),
  waitingPage('Live camera', 'Loading the camera'),
);
const ErrorsPage = loadedView(
  () => import('../errors/errors-page.js'),
  waitingPage('Error codes', 'Loading the error codes'),
);
const UsagePage = loadedView(
  () => import('../usage/usage-page.js'),
  waitingPage('Usage', 'Loading the usage'),
);
const ProfilePage = loadedView(() => import('../account/profile-page.js'), waitingPage('Profile', 'Loading'));
const KeysPage = loadedView(() => import('../account/keys-page.js'), waitingPage('API keys', 'Loading'));
const DeletePage = loadedView(
  () => import('../account/delete-page.js'),
  waitingPage('Delete account', 'Loading'),
);
const People = loadedView(() => import('../people/people-page.js'), waitingPage('People', 'Loading'));

const PLAYGROUND = '/playground';
const GUIDES = '/guides';
const ADMIN = '/admin';
const ERRORS = '/errors';
const REFERENCE = '/reference';
const PEOPLE = '/people';

/** The view of a path. */
export function View({ route }: { readonly route: Route }): ReactElement {
  const { path, query } = route;
  if (path === PLAYGROUND || path.startsWith(`${PLAYGROUND}/`))
    return (
      <PlaygroundView panel={path.slice(PLAYGROUND.length + 1)} startsWithSample={query.has('sample')} />
    );
  if (path === GUIDES || path.startsWith(`${GUIDES}/`))
    return <Guides path={path.slice(GUIDES.length + 1)} />;
  if (path === ADMIN || path.startsWith(`${ADMIN}/`)) return <AdminView route={route} />;
  if (path === ERRORS || path.startsWith(`${ERRORS}/`))
    return <ErrorsPage code={path.slice(ERRORS.length + 1)} />;
  if (path === REFERENCE || path.startsWith(`${REFERENCE}/`))
    return <Reference operation={path.slice(REFERENCE.length + 1)} />;
  if (path === PEOPLE || path.startsWith(`${PEOPLE}/`)) return <PeopleView route={route} />;
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
      return <LivePage mode="live" />;
    case '/live/enrol':
      return <LivePage mode="enrol" />;
    case '/live/prove':
      return <LivePage mode="prove" />;
    case '/log-in':
      return (
        <VisitorsOnly path={path} back={backFrom(query)}>
          <LogInPage back={backFrom(query)} />
        </VisitorsOnly>
      );
    case '/sign-up':
      return (
        <VisitorsOnly path={path} back={backFrom(query)} next={afterSignUp}>
          <SignUpPage plan={query.get('plan')} back={backFrom(query)} />
        </VisitorsOnly>
      );
    case '/welcome':
      return <UsersOnly title="Welcome">{(account) => <WelcomePage account={account} />}</UsersOnly>;
    case '/account':
      return <UsersOnly title="Profile">{(account) => <ProfilePage account={account} />}</UsersOnly>;
    case '/account/keys':
      return <UsersOnly title="API keys">{(account) => <KeysPage account={account} />}</UsersOnly>;
    case '/account/delete':
      return <UsersOnly title="Delete account">{({ email }) => <DeletePage email={email} />}</UsersOnly>;
    case '/usage':
      return <UsersOnly title="Usage">{() => <UsagePage />}</UsersOnly>;
    default:
      return <NotFound />;
  }
}

const NotFound = (): ReactElement => (
  <Page title="Page not found">
    <EmptyState
      title="This page does not exist"
      actions={<ButtonLink href="#/">Go to the start page</ButtonLink>}
    />
  </Page>
);

/** Only on a service that keeps people. */
function PeopleView({ route: { path, query } }: { readonly route: Route }): ReactElement {
  const { service } = useSession();
  if (service !== null && service.collections !== true) return <NotFound />;
  return (
    <UsersOnly title="People">
      {() => <People path={path.slice(PEOPLE.length + 1)} query={query} />}
    </UsersOnly>
  );
}

interface PlaygroundViewProps {
  readonly panel: string;
  readonly startsWithSample: boolean;
}

/** For users, and for visitors if the service has a trial. */
function PlaygroundView({ panel, startsWithSample }: PlaygroundViewProps): ReactNode {
  const { account, service } = useSession();
  const playground = (
    <Playground panel={panel === '' ? 'faces' : panel} startsWithSample={startsWithSample} />
  );
  if (account === null && service?.trial === true) return playground;
  return <UsersOnly title="Playground">{() => playground}</UsersOnly>;
}

function AdminView({ route }: { readonly route: Route }): ReactElement {
  return (
    <UsersOnly title="Admin">
      {({ role }) =>
        role === 'admin' ? (
          <Admin route={route} />
        ) : (
          <Page title="Admin">
            <EmptyState title="For admins only">Ask the operator of this service for access.</EmptyState>
          </Page>
        )
      }
    </UsersOnly>
  );
}
