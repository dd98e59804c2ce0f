import type { ReactElement } from 'react';
import type { Account } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { date } from '../app/words.js';
import { AccountFrame } from './account-frame.js';
import { ChangePassword } from './change-password.js';
import { PlanSummary } from './plan-summary.js';
import { VerifyEmailPanel } from './verify-email.js';

export function ProfilePage({ account }: { readonly account: Account }): ReactElement {
  const { service } = useSession();
  return (
    <AccountFrame
      path="/account"
      lead={`${account.email}${account.role === 'administrator' ? ' (administrator)' : ''}, member since ${date(account.created_at)}`}
    >
      <div className="account-grid">
        <div className="stack">
          <PlanSummary subscription={account.subscription} />
          {!account.email_verified && service?.password_reset === true && (
            <VerifyEmailPanel email={account.email} />
          )}
        </div>
        <ChangePassword />
      </div>
    </AccountFrame>
  );
}
