import type { ReactElement, ReactNode } from 'react';
import { CheckedForm, type Problems } from '../account/checked-form.js';
import { currentPasswordProblem } from '../account/form-checks.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { PasswordField } from '../design/password-field.js';
import { useToast } from '../design/toast.js';
import type { Change } from './operators-api.js';

/** What is typed into the fields, by their names. */
export type Values = Readonly<Record<string, string>>;

interface ChangeDialogProps {
  readonly account: string;
  readonly open: boolean;
  readonly title: string;
  readonly button: string;
  readonly danger?: boolean;
  /** Said when it is done. */
  readonly done: string;
  /** The fields beside the password. */
  readonly names: readonly string[];
  readonly check?: (values: Values) => Problems<string>;
  readonly send: (change: Change, values: Values) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly children: (problems: Problems<string>) => ReactNode;
}

/** A change of an account. A session that was left open must not suffice for it, so it asks for the password. */
export function ChangeDialog(props: ChangeDialogProps): ReactElement {
  const { account, open, title, button, danger = false, done, names, check, send, children } = props;
  const { onClose, onChanged } = props;
  const toast = useToast();
  const { run, busy, failure, clear } = useAction(async (values: Values) => {
    await send({ account, password: values['password'] ?? '' }, values);
    onClose();
    toast(done);
    onChanged();
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog open={open} title={title} onClose={close}>
      <CheckedForm
        names={[...names, 'password']}
        failure={failure}
        check={(values) => ({
          ...check?.(values),
          password: currentPasswordProblem(values['password'] ?? ''),
        })}
        onSubmit={(values) => {
          run(values);
        }}
      >
        {(problems) => (
          <>
            {children(problems)}
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              error={problems['password']}
            />
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button look={danger ? 'danger' : 'primary'} type="submit" busy={busy}>
                {button}
              </Button>
            </DialogActions>
          </>
        )}
      </CheckedForm>
    </Dialog>
  );
}
