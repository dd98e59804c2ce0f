import { useState, type ReactElement } from 'react';
import { deleteAccount } from '../api/account-api.js';
import { navigate } from '../app/route.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { useToast } from '../design/toast.js';
import { deleteGalleryStore } from '../playground/search/gallery-store.js';
import { AccountFrame } from './account-frame.js';
import { CheckedForm } from './checked-form.js';
import { useConfirmation } from './confirm-field.js';

export default function DeletePage({ email }: { readonly email: string }): ReactElement {
  const { service } = useSession();
  const [isConfirming, setIsConfirming] = useState(false);
  const close = (): void => {
    setIsConfirming(false);
  };
  return (
    <AccountFrame path="/account/delete">
      <Panel title="What is deleted" tone="danger">
        <ul>
          <li>Your email address, password and sessions</li>
          <li>Your API keys, which stop working immediately</li>
          <li>Your plan, your request log and the people enrolled in this browser</li>
          {service?.collections === true && <li>Your collections with everybody in them</li>}
        </ul>
        <p>
          This cannot be undone. Daily totals of your calls are kept for billing, without your name. If your
          email address is confirmed, a hash of it is kept until the current month of your plan ends, so that
          a new account does not get a new quota. If the account is suspended, the hash is kept until an admin
          lifts the suspension of a new account with this address, at most for as long as the totals.
        </p>
        <div>
          <Button
            look="danger"
            onClick={() => {
              setIsConfirming(true);
            }}
          >
            Delete account …
          </Button>
        </div>
        <Dialog open={isConfirming} title="Delete your account?" onClose={close}>
          <DeleteForm email={email} onKeep={close} />
        </Dialog>
      </Panel>
    </AccountFrame>
  );
}

interface DeleteFormProps {
  readonly email: string;
  readonly onKeep: () => void;
}

function DeleteForm({ email, onKeep }: DeleteFormProps): ReactElement {
  const { setAccount } = useSession();
  const toast = useToast();
  const confirmation = useConfirmation();
  const { run, busy, failure } = useAction(async (password: string | undefined) => {
    await deleteAccount(password);
    // The account is gone even if the browser cannot delete its own copy.
    await deleteGalleryStore(email).catch(() => undefined);
    setAccount(null);
    navigate('/');
    toast('Your account has been deleted.');
  });
  return (
    <>
      <p>
        This deletes the account {email} and the people enrolled in this browser. Programs that use its API
        keys stop working.
      </p>
      <CheckedForm
        names={['typed', 'password']}
        failure={failure}
        check={({ typed, password }) => ({
          typed: sameAddress(typed, email) ? undefined : 'This is not the email address of the account.',
          password: confirmation.problem(password),
        })}
        onSubmit={({ password }) => {
          run(confirmation.password(password));
        }}
      >
        {(problems) => (
          <>
            <Field
              label="Email address of the account"
              name="typed"
              autoComplete="off"
              hint="Type it to confirm."
              error={problems.typed}
            />
            {confirmation.field('Password', problems.password)}
            <DialogActions>
              <Button onClick={onKeep}>Keep account</Button>
              <Button look="danger" type="submit" busy={busy}>
                Delete permanently
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
