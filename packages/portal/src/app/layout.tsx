import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { AccountNotices } from './account-notices.js';
import { hasMoved } from './moved.js';
import { useOnline } from './online.js';
import { useSession } from './session.js';
import { TopBar } from './top-bar.js';
import './layout.css';

export function Layout({
  path,
  children,
}: {
  readonly path: string;
  readonly children: ReactNode;
}): ReactElement {
  const main = useRef<HTMLElement>(null);
  const online = useOnline();
  const { account, refresh } = useSession();
  useEffect(() => {
    // Calls made since, here or elsewhere, show in what every page says of the plan.
    if (hasMoved()) void refresh();
  }, [path, refresh]);
  return (
    <div className="layout">
      <div>
        <button
          type="button"
          className="skip button button-primary"
          onClick={() => {
            main.current?.focus();
          }}
        >
          Skip to the content
        </button>
        <TopBar path={path} />
        <div role="status">
          {!online && (
            <p className="banner">
              You are offline. What is on the page stays; calls wait for your connection.
            </p>
          )}
        </div>
      </div>
      <main ref={main} tabIndex={-1}>
        {account !== null && <AccountNotices account={account} path={path} />}
        {children}
      </main>
      <footer className="foot">
        <div className="foot-inner">
          <span>Facet: images in, numbers out, nothing kept.</span>
          <a href="#/errors">Error codes</a>
          <a href="#/reference">API reference</a>
        </div>
      </footer>
    </div>
  );
}
