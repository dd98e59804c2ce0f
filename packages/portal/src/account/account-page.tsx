import type { ReactElement } from 'react';
import { logOut } from '../api/account-api.js';
import type { Account } from '../api/account.types.js';
import { Page } from '../app/page.js';
import { navigate } from '../app/route.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-action.js';
import { date } from '../app/words.js';
import { Button } from '../design/button.js';
import { ErrorNotice } from '../design/error-state.js';
import { Panel } from '../design/panel.js';
import { ChangePassword } from './change-password.js';
import { DeleteAccount } from './delete-account.js';
import { PlanSummary } from './plan-summary.js';
import { UserIdsPanel } from './user-ids-panel.js';
import { VerifyEmailPanel } from './verify-email.js';
import './account.css';

export function AccountPage({ account }: { readonly account: Account }): ReactElement {
  const { service } = useSession();
  return (
    <Page
      title="Account"
      lead={`${account.email}${account.role === 'administrator' ? ' (administrator)' : ''}, here since ${date(account.created_at)}`}
    >
      <div className="account-grid">
        <div className="stack">
          <UserIdsPanel account={account} />
          <PlanSummary subscription={account.subscription} />
        </div>
        <div className="stack">
          {!account.email_verified && service?.password_reset === true && (
            <VerifyEmailPanel email={account.email} />
          )}
          <ChangePassword />
          <LogOut />
          <DeleteAccount email={account.email} />
        </div>
      </div>
    </Page>
  );
}

function LogOut(): ReactElement {
  const { setAccount } = useSession();
  const { run, busy, failure } = useAction(async () => {
    await logOut();
    setAccount(null);
    navigate('/');
  });
  return (
    <Panel title="Log out">
      <p className="muted">Your user ids keep working; logging out concerns this browser alone.</p>
      {failure !== null && <ErrorNotice failure={failure} />}
      <div>
        <Button busy={busy} onClick={run}>
          Log out
        </Button>
      </div>
    </Panel>
  );
}
