import { useState, type ReactElement } from 'react';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { ChangeDialog, DayField, dayProblem, EndChoice, PlanChoice } from './change-dialog.js';
import { endPlan, grantPlan, resumeAccount, suspendAccount, type AdminAccount } from './admin-api.js';

interface AccountChangesProps {
  readonly account: AdminAccount;
  /** Admins cannot suspend themselves. */
  readonly isOwn: boolean;
  readonly onChanged: () => void;
}

/** As long as the service accepts. */
const MAX_REASON = 200;

type Change = 'suspend' | 'resume' | 'grant' | 'end' | null;

export function AccountChanges({ account, isOwn, onChanged }: AccountChangesProps): ReactElement {
  const [openDialog, setOpenDialog] = useState<Change>(null);
  const [chosenPlan, setChosenPlan] = useState('');
  const close = (): void => {
    setOpenDialog(null);
  };
  const show = (what: Change) => (): void => {
    setOpenDialog(what);
  };
  const common = { account: account.id, onClose: close, onChanged };
  const hasPlan = account.plan !== null && account.state !== 'plan ended';
  return (
    <Panel title="Change">
      <div className="row">
        <Button onClick={show('grant')}>Set plan …</Button>
        {hasPlan && <Button onClick={show('end')}>End plan …</Button>}
        {account.suspended && <Button onClick={show('resume')}>Lift suspension …</Button>}
        {!account.suspended && !isOwn && (
          <Button look="danger" onClick={show('suspend')}>
            Suspend …
          </Button>
        )}
      </div>
      <p className="muted small">Every change asks for your password and is recorded in the audit log.</p>
      <ChangeDialog
        {...common}
        open={openDialog === 'suspend'}
        title={`Suspend ${account.email}?`}
        button="Suspend account"
        danger
        done={`${account.email} is suspended.`}
        names={['reason']}
        check={({ reason = '' }) => ({ reason: reason.trim() === '' ? 'Enter a reason.' : undefined })}
        send={(change, { reason = '' }) => suspendAccount({ ...change, reason })}
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
              error={problems['reason']}
            />
          </>
        )}
      </ChangeDialog>
      <ChangeDialog
        {...common}
        open={openDialog === 'resume'}
        title={`Lift the suspension of ${account.email}?`}
        button="Lift suspension"
        done={`${account.email} is no longer suspended.`}
        names={[]}
        send={(change) => resumeAccount(change)}
      >
        {() => <p>Calls of this account will be accepted again.</p>}
      </ChangeDialog>
      <ChangeDialog
        {...common}
        open={openDialog === 'grant'}
        title={`Set the plan of ${account.email}`}
        button="Set plan"
        done={`The plan of ${account.email} is set.`}
        names={['plan', 'until']}
        canSubmit={chosenPlan !== ''}
        check={({ until = '' }) => ({ until: until === '' ? undefined : dayProblem(until) })}
        send={(change, { plan = '', until = '' }) =>
          grantPlan({ ...change, plan, until: until === '' ? null : until })
        }
      >
        {(problems) => (
          <>
            <p>Takes effect immediately. An active plan keeps its current month and the calls used in it.</p>
            <PlanChoice selected={account.plan} onChoose={setChosenPlan} />
            <DayField
              name="until"
              label="Last day (UTC)"
              hint="Leave empty for no end."
              error={problems['until']}
            />
          </>
        )}
      </ChangeDialog>
      <ChangeDialog
        {...common}
        open={openDialog === 'end'}
        title={`End the plan of ${account.email}?`}
        button="End plan"
        danger
        done={`The end of the plan of ${account.email} is set.`}
        names={['when', 'day']}
        check={({ when, day = '' }) => ({ day: when === 'day' ? dayProblem(day) : undefined })}
        send={(change, { when = '', day = '' }) => endPlan({ ...change, at: when === 'day' ? day : when })}
      >
        {(problems) => (
          <>
            <EndChoice />
            <DayField
              name="day"
              label="Last day (UTC)"
              hint="Only for “After the day below”."
              error={problems['day']}
            />
          </>
        )}
      </ChangeDialog>
    </Panel>
  );
}
