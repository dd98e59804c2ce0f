import { useState, type ReactElement } from 'react';
import { askForVerification, confirmVerification } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-api.js';
import { Button, ButtonLink } from '../design/button.js';
import { ErrorNotice, Notice } from '../design/states.js';
import { Panel } from '../design/panel.js';

/** On the profile page, where the service can send mail and the address is not verified yet. */
export function VerifyEmailPanel({ email }: { readonly email: string }): ReactElement {
  const [sent, setSent] = useState(false);
  const { run, busy, failure } = useAction(async () => {
    await askForVerification();
    setSent(true);
  });
  return (
    <Panel title="Email address">
      {sent ? (
        <Notice title="Check your inbox" announce>
          We have sent a link to {email}. It works for a day.
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

/** The page behind the link. It waits for a click, because mail programs open links automatically. */
export function VerifyPage({ token }: { readonly token: string | null }): ReactElement {
  const { refresh } = useSession();
  const [done, setDone] = useState(false);
  const { run, busy, failure } = useAction(async () => {
    await confirmVerification(token ?? '');
    setDone(true);
    await refresh();
  });
  return (
    <Page title="Confirm your email address" width="narrow">
      <Panel>
        {done ? (
          <Notice
            title="Your email address is confirmed"
            announce
            actions={<ButtonLink href="#/account">Open your account</ButtonLink>}
          />
        ) : (
          <>
            {failure !== null && <ErrorNotice failure={failure} />}
            <div>
              <Button look="primary" busy={busy} onClick={run}>
                Confirm address
              </Button>
            </div>
          </>
        )}
      </Panel>
    </Page>
  );
}
