import { useState, type ReactElement } from 'react';
import { changePassword } from '../api/account-api.js';
import type { Account, Subscription } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-api.js';
import { afterThisPeriod, calls, count, date, rate } from '../app/format.js';
import { Button, ButtonLink } from '../design/button.js';
import { CheckedForm } from '../design/checked-form.js';
import { PasswordField } from '../design/field.js';
import { Meter, Panel } from '../design/panel.js';
import { useToast } from '../design/toast.js';
import { AccountFrame } from './account-frame.js';
import { currentPasswordProblem, MIN_PASSWORD, newPasswordProblem } from './checks.js';
import { VerifyEmailPanel } from './verify-email.js';

export default function ProfilePage({ account }: { readonly account: Account }): ReactElement {
  const { service } = useSession();
  return (
    <AccountFrame
      path="/account"
      lead={`${account.email}${account.role === 'admin' ? ' (admin)' : ''}, signed up on ${date(account.created_at)}`}
    >
      <div className="account-grid">
        <div className="stack">
          <PlanSummary subscription={account.subscription} />
          {!account.email_verified && service?.password_reset === true && (
            <VerifyEmailPanel email={account.email} />
          )}
        </div>
        {account.has_password !== false && <ChangePassword />}
      </div>
    </AccountFrame>
  );
}

function PlanSummary({ subscription }: { readonly subscription: Subscription | null }): ReactElement {
  if (subscription?.active !== true)
    return (
      <Panel title="Plan">
        <p>
          {subscription === null
            ? 'You have no plan yet. Calls are rejected until you choose one.'
            : `Your plan ${subscription.plan.name} has ended. Calls are rejected until you choose one.`}
        </p>
        <div>
          <ButtonLink look="primary" href="#/plans">
            Choose a plan
          </ButtonLink>
        </div>
      </Panel>
    );
  const { plan, used } = subscription;
  return (
    <Panel title={`Plan: ${plan.name}`} actions={<a href="#/plans">Change</a>}>
      {plan.calls_per_month === null ? (
        <p>{calls(used)} this period, without a limit.</p>
      ) : (
        <Meter
          label="Calls used this period"
          value={used}
          max={plan.calls_per_month}
          words={`${count(used)} of ${count(plan.calls_per_month)} calls used`}
        >
          <p className="numbers">
            {count(used)} of {count(plan.calls_per_month)} calls used.
          </p>
        </Meter>
      )}
      <p>{afterThisPeriod(subscription)}</p>
      <p className="muted">{rate(plan.calls_per_second, plan.burst)}.</p>
      <p>
        <a href="#/usage">See your usage</a>
      </p>
    </Panel>
  );
}

function ChangePassword(): ReactElement {
  const toast = useToast();
  // A new key empties the form.
  const [changes, setChanges] = useState(0);
  const { run, busy, failure } = useAction(async (current: string, next: string) => {
    await changePassword(current, next);
    setChanges(changes + 1);
    toast('Your password has been changed. Other browsers are logged out.');
  });
  return (
    <Panel title="Password">
      <CheckedForm
        key={changes}
        names={['current', 'next']}
        failure={failure}
        check={({ current, next }) => ({
          current: currentPasswordProblem(current),
          next: newPasswordProblem(next),
        })}
        onSubmit={({ current, next }) => {
          run(current, next);
        }}
      >
        {(problems) => (
          <>
            <PasswordField
              label="Current password"
              name="current"
              autoComplete="current-password"
              error={problems.current}
            />
            <PasswordField
              label="New password"
              name="next"
              autoComplete="new-password"
              hint={`At least ${MIN_PASSWORD} characters.`}
              error={problems.next}
            />
            <div>
              <Button type="submit" busy={busy}>
                Change password
              </Button>
            </div>
          </>
        )}
      </CheckedForm>
    </Panel>
  );
}
