import { useState, type ReactElement } from 'react';
import { changePassword } from '../api/account-api.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { Panel } from '../design/panel.js';
import { PasswordField } from '../design/password-field.js';
import { useToast } from '../design/toast.js';
import { CheckedForm } from './checked-form.js';
import { MIN_PASSWORD, newPasswordProblem, currentPasswordProblem } from './form-checks.js';

export function ChangePassword(): ReactElement {
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
