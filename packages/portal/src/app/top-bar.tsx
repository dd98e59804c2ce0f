import { useEffect, useState, type ReactElement } from 'react';
import { serviceUrl } from '../api/service-url.js';
import { ButtonLink } from '../design/button.js';
import { Mark } from '../design/mark.js';
import { MenuIcon, MoonIcon, SunIcon } from './icons.js';
import { useSession } from './session.js';
import { useTheme } from './theme.js';

interface Destination {
  readonly path: string;
  readonly label: string;
  /** Paths that count as being there. */
  readonly under: string;
}

const FOR_MEMBERS: readonly Destination[] = [
  { path: '/playground/detect', label: 'Playground', under: '/playground' },
  { path: '/usage', label: 'Usage', under: '/usage' },
  { path: '/plans', label: 'Plans', under: '/plans' },
  { path: '/account', label: 'Account', under: '/account' },
  { path: '/guides', label: 'Guides', under: '/guides' },
];
const FOR_VISITORS: readonly Destination[] = [
  { path: '/', label: 'Start', under: '/' },
  { path: '/plans', label: 'Plans', under: '/plans' },
  { path: '/guides', label: 'Guides', under: '/guides' },
];

export function TopBar({ path }: { readonly path: string }): ReactElement {
  const { account, state, service } = useSession();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    setOpen(false);
  }, [path]);
  const destinations = account === null ? FOR_VISITORS : FOR_MEMBERS;
  return (
    <header className="bar">
      <div className="bar-inner">
        <a className="brand" href="#/">
          <Mark /> Facet
        </a>
        <nav className={`nav${open ? ' nav-open' : ''}`} id="navigation" aria-label="Main">
          <ul className="nav-list">
            {destinations.map(({ path: to, label, under }) => (
              <li key={to}>
                <a className="nav-link" href={`#${to}`} aria-current={isAt(path, under) ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
            {account === null && (
              <li className="menu-only">
                <a
                  className="nav-link"
                  href="#/log-in"
                  aria-current={path === '/log-in' ? 'page' : undefined}
                >
                  Log in
                </a>
              </li>
            )}
            <li>
              <a className="nav-link" href={serviceUrl('/docs')}>
                API reference
              </a>
            </li>
          </ul>
        </nav>
        <div className="bar-end">
          <ThemeButton />
          {state === 'ready' && account === null && (
            <>
              <span className="bar-log-in">
                <ButtonLink look="quiet" small href="#/log-in">
                  Log in
                </ButtonLink>
              </span>
              {service?.sign_up === 'open' && (
                <ButtonLink look="primary" small href="#/sign-up">
                  Sign up
                </ButtonLink>
              )}
            </>
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

function ThemeButton(): ReactElement {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Use light colours' : 'Use dark colours';
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={toggle}>
      {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </button>
  );
}

const isAt = (path: string, under: string): boolean =>
  path === under || (under !== '/' && path.startsWith(`${under}/`));
