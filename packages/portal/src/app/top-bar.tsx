import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { logOut } from '../api/account-api.js';
import type { Account, Service } from '../api/account.types.js';
import { failureOf } from '../api/failure.js';
import { Button, ButtonLink } from '../design/button.js';
import { Mark } from '../design/mark.js';
import { useToast } from '../design/toast.js';
import { linkWithBack, navigate, useBack } from './route.js';
import { useSession } from './session.js';
import { useTheme } from './theme.js';
import { useAction } from './use-api.js';

interface Destination {
  readonly path: string;
  readonly label: string;
  /** Another path that belongs to it. */
  readonly also?: string;
}

const PLAYGROUND: Destination = { path: '/playground', label: 'Playground', also: '/live' };
/** Only where the service keeps people. */
const PEOPLE: Destination = { path: '/people', label: 'People' };
const FOR_USERS: readonly Destination[] = [
  { path: '/usage', label: 'Usage' },
  { path: '/account/keys', label: 'API keys' },
  { path: '/plans', label: 'Plans' },
  { path: '/account', label: 'Account' },
  { path: '/guides', label: 'Guides' },
];
const ADMIN_PAGES: Destination = { path: '/admin', label: 'Admin' };
const START: Destination = { path: '/', label: 'Start' };
const FOR_VISITORS: readonly Destination[] = [
  { path: '/plans', label: 'Plans' },
  { path: '/guides', label: 'Guides' },
];
const REFERENCE: Destination = { path: '/reference', label: 'API reference' };

export function TopBar({ path }: { readonly path: string }): ReactElement {
  const { account, state, service } = useSession();
  const [open, setOpen] = useState(false);
  const back = useBack();
  useEffect(() => {
    setOpen(false);
  }, [path]);
  const destinations = destinationsFor(account, service);
  const here = currentOf(destinations, path);
  return (
    <header className="bar">
      <div className="bar-inner">
        <a className="brand" href="#/">
          <Mark /> Facet
        </a>
        <nav className={`nav${open ? ' nav-open' : ''}`} id="navigation" aria-label="Main">
          <ul className="nav-list">
            {destinations.map(({ path: to, label }) => (
              <li key={to}>
                <a className="nav-link" href={`#${to}`} aria-current={to === here ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
            {account === null && (
              <li className="menu-only">
                <a
                  className="nav-link"
                  href={linkWithBack('/log-in', back)}
                  aria-current={path === '/log-in' ? 'page' : undefined}
                >
                  Log in
                </a>
              </li>
            )}
            {account !== null && (
              <li className="menu-only">
                <LogOutButton />
              </li>
            )}
          </ul>
        </nav>
        <div className="bar-end">
          <ThemeButton />
          {state === 'ready' && account === null && (
            <>
              <span className="bar-only">
                <ButtonLink look="quiet" small href={linkWithBack('/log-in', back)}>
                  Log in
                </ButtonLink>
              </span>
              {service?.sign_up === 'open' && (
                <ButtonLink look="primary" small href={linkWithBack('/sign-up', back)}>
                  Sign up
                </ButtonLink>
              )}
            </>
          )}
          {account !== null && (
            <span className="bar-only">
              <LogOutButton />
            </span>
          )}
          <button
            type="button"
            className="icon-button menu-button"
            aria-expanded={open}
            aria-controls="navigation"
            aria-label="Menu"
            onClick={() => {
              setOpen(!open);
            }}
          >
            <MenuIcon />
          </button>
        </div>
      </div>
    </header>
  );
}

function LogOutButton(): ReactElement {
  const { setAccount } = useSession();
  const toast = useToast();
  const { run, busy } = useAction(async () => {
    try {
      await logOut();
    } catch (thrown) {
      toast(`You are still logged in. ${failureOf(thrown).message}`);
      return;
    }
    setAccount(null);
    navigate('/');
  });
  return (
    <Button look="quiet" small busy={busy} onClick={run}>
      Log out
    </Button>
  );
}

function ThemeButton(): ReactElement {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Use light colours' : 'Use dark colours';
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={toggle}>
      {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}

function destinationsFor(account: Account | null, service: Service | null): readonly Destination[] {
  if (account === null)
    return [START, ...(service?.trial === true ? [PLAYGROUND] : []), ...FOR_VISITORS, REFERENCE];
  return [
    PLAYGROUND,
    ...(service?.collections === true ? [PEOPLE] : []),
    ...FOR_USERS,
    REFERENCE,
    ...(account.role === 'admin' ? [ADMIN_PAGES] : []),
  ];
}

/** The destination that a path belongs to: '/account/keys' to itself, '/account/delete' to '/account'. */
function currentOf(destinations: readonly Destination[], path: string): string | undefined {
  const isIn = (to: string | undefined): boolean => path === to || path.startsWith(`${to}/`);
  const around = destinations.filter(({ path: to, also }) => isIn(to) || isIn(also));
  return around.sort((a, b) => b.path.length - a.path.length)[0]?.path;
}

function Icon({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

const MenuIcon = (): ReactElement => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
const SunIcon = (): ReactElement => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5" />
  </Icon>
);
const MoonIcon = (): ReactElement => (
  <Icon>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />
  </Icon>
);
