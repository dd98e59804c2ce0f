import type { ReactElement } from 'react';
import type { Account } from '../api/account.types.js';
import { ButtonLink } from '../design/button.js';
import { Notice } from '../design/notice.js';
import { count, date } from './words.js';

/** What keeps the account's calls from being answered, above every page of a member. */
export function AccountNotices({
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
        Its calls are refused. Ask whoever operates this service.
      </Notice>
    );
  // These pages say it themselves, in their own place.
  if (path === '/usage' || path === '/account') return null;
  if (path.startsWith('/playground') && subscription?.active !== true) return null;
  if (subscription === null)
    return (
      <Notice title="Choose a plan to begin" actions={toPlans}>
        Calls are answered from then on, in the playground too.
      </Notice>
    );
  if (!subscription.active)
    return (
      <Notice tone="warn" title={`Your plan ${subscription.plan.name} has ended`} actions={toPlans}>
        Calls are refused until you choose a plan again.
      </Notice>
    );
  const limit = subscription.plan.calls_per_month;
  if (limit !== null && subscription.used >= limit)
    return (
      <Notice tone="warn" title="Your quota is used up" actions={toPlans}>
        All {count(limit)} calls of this period are made. The next period starts on{' '}
        {date(subscription.period_end)}; a larger plan takes effect at once.
      </Notice>
    );
  return null;
}
