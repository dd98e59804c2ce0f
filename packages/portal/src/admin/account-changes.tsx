import { useState, type ReactElement } from 'react';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { ChangeDialog, dayProblem, EndChoice, PlanChoice } from './change-dialog.js';
import { endPlan, grantPlan, resumeAccount, suspendAccount, type AdminAccount } from './admin-api.js';

interface AccountChangesProps {
  readonly account: AdminAccount;
  /** Admins cannot suspend themselves. */
  readonly isOwn: boolean;
  readonly onChanged: () => void;
}

/** As long as the service accepts. */
const MAX_REASON = 200;

export function AccountChanges({ account, isOwn, onChanged }: AccountChangesProps): ReactElement {
  const [chosenPlan, setChosenPlan] = useState('');
  const common = { account: account.id, onChanged };
  const hasPlan = account.plan !== null && account.state !== 'plan ended';
  return (
    <Panel title="Change">
      <div className="row">
        <ChangeDialog
          {...common}
          label="Set plan"
          title={`Set the plan of ${account.email}`}
          button="Set plan"
          done={`The plan of ${account.email} is set.`}
          names={['plan', 'until']}
          disabled={chosenPlan === ''}
          check={({ until }) => ({ until: until === '' ? undefined : dayProblem(until) })}
          send={(change, { plan, until }) =>
            grantPlan({ ...change, plan, until: until === '' ? null : until })
          }
        >
          {(problems) => (
            <>
              <p>
                Takes effect immediately. An active plan keeps its current month and the calls used in it.
              </p>
              <PlanChoice selected={account.plan} onChoose={setChosenPlan} />
              <Field
                label="Last day (UTC)"
                name="until"
                type="date"
                hint="Leave empty for no end."
                error={problems.until}
              />
            </>
          )}
        </ChangeDialog>
        {hasPlan && (
          <ChangeDialog
            {...common}
            label="End plan"
            look="secondary"
            title={`End the plan of ${account.email}?`}
            button="End plan"
            danger
            done={`The end of the plan of ${account.email} is set.`}
            names={['when', 'day']}
            check={({ when, day }) => ({ day: when === 'day' ? dayProblem(day) : undefined })}
            send={(change, { when, day }) => endPlan({ ...change, at: when === 'day' ? day : when })}
          >
            {(problems) => (
              <>
                <EndChoice />
                <Field
                  label="Last day (UTC)"
                  name="day"
                  type="date"
                  hint="Only for “After the day below”."
                  error={problems.day}
                />
              </>
            )}
          </ChangeDialog>
        )}
        {account.suspended && (
          <ChangeDialog
            {...common}
            label="Lift suspension"
            title={`Lift the suspension of ${account.email}?`}
            button="Lift suspension"
            done={`${account.email} is no longer suspended.`}
            send={resumeAccount}
          >
            {() => <p>Calls of this account will be accepted again.</p>}
          </ChangeDialog>
        )}
        {!account.suspended && !isOwn && (
          <ChangeDialog
            {...common}
            label="Suspend"
            title={`Suspend ${account.email}?`}
            button="Suspend account"
            danger
            done={`${account.email} is suspended.`}
            names={['reason']}
            check={({ reason }) => ({ reason: reason.trim() === '' ? 'Enter a reason.' : undefined })}
            send={(change, { reason }) => suspendAccount({ ...change, reason })}
          >
            {(problems) => (
              <>
                <p>All calls of this account will be rejected. The user can still log in.</p>
                <Field
                  label="Reason"
                  name="reason"
                  autoComplete="off"
                  maxLength={MAX_REASON}
                  hint="For other admins, in the audit log."
                  error={problems.reason}
                />
              </>
            )}
          </ChangeDialog>
        )}
      </div>
      <p className="muted small">Every change asks for your password and is recorded in the audit log.</p>
    </Panel>
  );
}
