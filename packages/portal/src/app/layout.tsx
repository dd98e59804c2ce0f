import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import type { Account } from '../api/account.types.js';
import { ButtonLink } from '../design/button.js';
import { Notice } from '../design/states.js';
import { hasMoved } from './page.js';
import { useSession } from './session.js';
import { TopBar } from './top-bar.js';
import { useOnline } from './use-api.js';
import { afterThisPeriod, count } from './format.js';
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
    // The notices about the plan depend on calls made in the meantime, here or elsewhere.
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
          Skip to content
        </button>
        <TopBar path={path} />
        <div role="status">
          {!online && (
            <p className="banner">
              You are offline. The page stays as it is; calls resume when you are connected again.
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
          <span>Facet: photos in, numbers out. No photo is stored.</span>
          <a href="#/errors">Error codes</a>
          <a href="#/reference">API reference</a>
        </div>
      </footer>
    </div>
  );
}

/** Why calls of the account are rejected, shown above every page of a user. */
function AccountNotices({
  account,
  path,
}: {
  readonly account: Account;
  readonly path: string;
}): ReactElement | null {
  const notice = noticeFor(account, path);
  return notice === null ? null : <div className="notices">{notice}</div>;
}

function noticeFor({ suspended, subscription }: Account, path: string): ReactElement | null {
  const toPlans =
    path === '/plans' ? undefined : (
      <ButtonLink small href="#/plans">
        See the plans
      </ButtonLink>
    );
  if (suspended)
    return (
      <Notice tone="danger" title="This account is suspended">
        Its calls are rejected. Contact the operator of this service.
      </Notice>
    );
  // These pages show it themselves.
  if (path === '/usage' || path.startsWith('/account')) return null;
  if (path.startsWith('/playground') && subscription?.active !== true) return null;
  if (subscription === null)
    return (
      <Notice title="Choose a plan to begin" actions={toPlans}>
        Calls are rejected until you have one, in the playground too.
      </Notice>
    );
  if (!subscription.active)
    return (
      <Notice tone="warn" title={`Your plan ${subscription.plan.name} has ended`} actions={toPlans}>
        Calls are rejected until you choose a plan again.
      </Notice>
    );
  const limit = subscription.plan.calls_per_month;
  if (limit !== null && subscription.used >= limit)
    return (
      <Notice tone="warn" title="Your quota is used up" actions={toPlans}>
        You have made all {count(limit)} calls of this period. {afterThisPeriod(subscription)} A larger plan
        takes effect immediately.
      </Notice>
    );
  return null;
}
