import { useState, type ReactElement } from 'react';
import { requestVerification, confirmVerification } from '../api/account-api.js';
import { SessionPending } from '../app/access.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-api.js';
import { Button, ButtonLink } from '../design/button.js';
import { ErrorNotice, Notice } from '../design/states.js';
import { Panel } from '../design/panel.js';
import { LogInForm } from './log-in-page.js';

/** On the profile page, where the service can send mail and the address is not verified yet. */
export function VerifyEmailPanel({ email }: { readonly email: string }): ReactElement {
  const [sent, setSent] = useState(false);
  const { run, busy, failure } = useAction(async () => {
    await requestVerification();
    setSent(true);
  });
  return (
    <Panel title="Email address">
      {sent ? (
        <Notice title="Check your inbox" announce>
          We have sent a link to {email}. It works for a day, in this browser or wherever you log in.
        </Notice>
      ) : (
        <>
          <p className="muted">{email} is not confirmed yet. We can send you a link to confirm it.</p>
          {failure !== null && <ErrorNotice failure={failure} />}
          <div>
            <Button busy={busy} onClick={run}>
              Send link
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

/** The page behind the link. It needs a session of the account: the link alone does not prove whose account it is. */
export function VerifyPage({ token }: { readonly token: string | null }): ReactElement {
  const { state, account } = useSession();
  return (
    <Page title="Confirm your email address" width="narrow">
      {account === null && state !== 'ready' ? (
        <SessionPending />
      ) : (
        <Panel>
          {account === null ? <LogInToConfirm /> : <Confirm token={token} email={account.email} />}
        </Panel>
      )}
    </Page>
  );
}

interface ConfirmProps {
  readonly token: string | null;
  readonly email: string;
}

/** Waits for a click, because mail programs open links automatically. */
function Confirm({ token, email }: ConfirmProps): ReactElement {
  const { refresh } = useSession();
  const [done, setDone] = useState(false);
  const { run, busy, failure } = useAction(async () => {
    await confirmVerification(token ?? '');
    setDone(true);
    await refresh();
  });
  if (done)
    return (
      <Notice
        title="Your email address is confirmed"
        announce
        actions={<ButtonLink href="#/account">Open your account</ButtonLink>}
      />
    );
  return (
    <>
      <p>You are logged in as {email}.</p>
      {failure !== null && <ErrorNotice failure={failure} />}
      <div>
        <Button look="primary" busy={busy} onClick={run}>
          Confirm address
        </Button>
      </div>
    </>
  );
}

function LogInToConfirm(): ReactElement {
  return (
    <>
      <p>Log in to the account to confirm that its address is yours.</p>
      <LogInForm />
      <p>
        Did you forget the password, or did somebody else sign up with your address?{' '}
        <a href="#/reset">Reset the password</a>: this confirms the address too, logs out everybody else, and
        replaces the API keys of the account.
      </p>
    </>
  );
}
