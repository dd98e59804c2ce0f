import type { ReactElement } from 'react';
import { deleteAccount } from '../api/account-api.js';
import { ActionDialog } from '../app/form-dialog.js';
import { navigate } from '../app/route.js';
import { useSession } from '../app/session.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { useToast } from '../design/toast.js';
import { deleteGalleryStore } from '../playground/search/gallery-store.js';
import { AccountFrame } from './account-frame.js';
import { useConfirmation } from './confirm-field.js';

export default function DeletePage({ email }: { readonly email: string }): ReactElement {
  const { service, setAccount } = useSession();
  const toast = useToast();
  const confirmation = useConfirmation();
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
          <ActionDialog
            danger
            label="Delete account"
            title="Delete your account?"
            button="Delete permanently"
            cancel="Keep account"
            names={['typed', 'password']}
            check={({ typed, password }) => ({
              typed: sameAddress(typed, email) ? undefined : 'This is not the email address of the account.',
              password: confirmation.problem(password),
            })}
            work={async ({ password }) => {
              await deleteAccount(confirmation.password(password));
              // The account is gone even if the browser cannot delete its own copy.
              await deleteGalleryStore(email).catch(() => undefined);
              setAccount(null);
              navigate('/');
              toast('Your account has been deleted.');
            }}
          >
            {(problems) => (
              <>
                <p>
                  This deletes the account {email} and the people enrolled in this browser. Programs that use
                  its API keys stop working.
                </p>
                <Field
                  label="Email address of the account"
                  name="typed"
                  autoComplete="off"
                  hint="Type it to confirm."
                  error={problems.typed}
                />
                {confirmation.field('Password', problems.password)}
              </>
            )}
          </ActionDialog>
        </div>
      </Panel>
    </AccountFrame>
  );
}

const sameAddress = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();
