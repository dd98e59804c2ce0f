import type { ReactElement } from 'react';
import type { Account } from '../api/account.types.js';
import { ButtonLink } from '../design/button.js';
import { Notice } from '../design/notice.js';
import { afterThisPeriod } from '../plans/period-words.js';
import { count } from './words.js';

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
        Its calls are refused. Contact the operator of this service.
      </Notice>
    );
  // These pages say it themselves, in their own place.
  if (path === '/usage' || path.startsWith('/account')) return null;
  if (path.startsWith('/playground') && subscription?.active !== true) return null;
  if (subscription === null)
    return (
      <Notice title="Choose a plan to begin" actions={toPlans}>
        Calls are refused until you have one, in the playground too.
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
        You have made all {count(limit)} calls of this period. {afterThisPeriod(subscription)} A larger plan
        takes effect immediately.
      </Notice>
    );
  return null;
}
