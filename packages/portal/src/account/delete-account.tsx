import { useState, type ReactElement } from 'react';
import { deleteAccount } from '../api/account-api.js';
import { navigate } from '../app/route.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { PasswordField } from '../design/password-field.js';
import { useToast } from '../design/toast.js';
import { deleteGalleryStore } from '../playground/search/gallery-store.js';
import { CheckedForm } from './checked-form.js';
import { presentPasswordProblem } from './form-checks.js';

export function DeleteAccount({ email }: { readonly email: string }): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Delete the account" tone="danger">
      <p>
        Your address, user id and plan are deleted at once and for good. Usage stays for the bill, without a
        name.
      </p>
      <div>
        <Button
          look="danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          Delete the account …
        </Button>
      </div>
      <Dialog
        open={asking}
        title="Delete the account?"
        onClose={() => {
          setAsking(false);
        }}
      >
        <DeleteForm
          email={email}
          onKeep={() => {
            setAsking(false);
          }}
        />
      </Dialog>
    </Panel>
  );
}

interface DeleteFormProps {
  readonly email: string;
  readonly onKeep: () => void;
}

function DeleteForm({ email, onKeep }: DeleteFormProps): ReactElement {
  const { setAccount } = useSession();
  const toast = useToast();
  const { run, busy, failure } = useAction(async (password: string) => {
    await deleteAccount(password);
    // The account is gone even where the browser cannot let go of what it keeps.
    await deleteGalleryStore(email).catch(() => undefined);
    setAccount(null);
    navigate('/');
    toast('Your account is deleted.');
  });
  return (
    <>
      <p>
        All that tells of {email} is deleted, people enrolled in this browser too. Programs with the account's
        user id are refused from now on.
      </p>
      <CheckedForm
        names={['typed', 'password']}
        failure={failure}
        check={({ typed, password }) => ({
          typed: sameAddress(typed, email) ? undefined : 'This is not the e-mail address of the account.',
          password: presentPasswordProblem(password),
        })}
        onSubmit={({ password }) => {
          run(password);
        }}
      >
        {(problems) => (
          <>
            <Field
              label="E-mail address of the account"
              name="typed"
              autoComplete="off"
              hint="Type it to confirm."
              error={problems.typed}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              error={problems.password}
            />
            <DialogActions>
              <Button onClick={onKeep}>Keep the account</Button>
              <Button look="danger" type="submit" busy={busy}>
                Delete it for good
              </Button>
            </DialogActions>
          </>
        )}
      </CheckedForm>
    </>
  );
}

const sameAddress = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();
