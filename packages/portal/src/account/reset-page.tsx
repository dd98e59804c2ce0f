import { useState, type ReactElement } from 'react';
import { requestReset, confirmReset } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-api.js';
import { Button, ButtonLink } from '../design/button.js';
import { EmptyState, Notice } from '../design/states.js';
import { Field, PasswordField } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { CheckedForm, emailProblem, MIN_PASSWORD, newPasswordProblem } from './checked-form.js';

/** With a token from an email: choose a new password. Without one: request such an email. */
export function ResetPage({ token }: { readonly token: string | null }): ReactElement {
  const { service } = useSession();
  if (token !== null)
    return (
      <Page title="Choose a new password" width="narrow">
        <Panel>
          <NewPassword token={token} />
        </Panel>
      </Page>
    );
  return (
    <Page title="Reset your password" width="narrow">
      {service?.password_reset === false ? (
        <EmptyState
          title="This service cannot send email"
          actions={<ButtonLink href="#/log-in">Log in</ButtonLink>}
        >
          No mail server is set up, so it cannot send you a link. Ask the operator of this service to set a
          new password for you.
        </EmptyState>
      ) : (
        <Panel>
          <RequestMail />
        </Panel>
      )}
    </Page>
  );
}

function RequestMail(): ReactElement {
  const [asked, setAsked] = useState(false);
  const { run, busy, failure } = useAction(async (email: string) => {
    await requestReset(email);
    setAsked(true);
  });
  if (asked)
    return (
      <Notice title="Check your inbox" announce>
        If there is an account with this address, we have sent it a link to choose a new password.
      </Notice>
    );
  return (
    <CheckedForm
      names={['email']}
      failure={failure}
      check={({ email }) => ({ email: emailProblem(email) })}
      onSubmit={({ email }) => {
        run(email);
      }}
    >
      {(problems) => (
        <>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            hint="We will send you a link to choose a new password."
            error={problems.email}
          />
          <Button look="primary" type="submit" busy={busy}>
            Send link
          </Button>
        </>
      )}
    </CheckedForm>
  );
}

function NewPassword({ token }: { readonly token: string }): ReactElement {
  const { refresh } = useSession();
  const [done, setDone] = useState(false);
  const { run, busy, failure } = useAction(async (password: string) => {
    await confirmReset(token, password);
    // The reset has ended all sessions of the account, perhaps that of this browser; a page that does not know it yet
    // would redirect from the log-in to the playground.
    await refresh();
    setDone(true);
  });
  if (done)
    return (
      <Notice
        title="Your password has been changed"
        announce
        actions={
          <ButtonLink look="primary" href="#/log-in">
            Log in
          </ButtonLink>
        }
      >
        Log in with the new password. All API keys that the account had no longer work; put the new one, under
        “API keys”, into your programs.
      </Notice>
    );
  return (
    <CheckedForm
      names={['password']}
      failure={failure}
      check={({ password }) => ({ password: newPasswordProblem(password) })}
      onSubmit={({ password }) => {
        run(password);
      }}
    >
      {(problems) => (
        <>
          <p>
            All existing API keys of the account will stop working and be replaced by a new one. You will be
            logged out everywhere.
          </p>
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD} characters.`}
            error={problems.password}
          />
          <Button look="primary" type="submit" busy={busy}>
            Change password
          </Button>
          {failure?.code === '2010' && (
            <p>
              <a href="#/reset">Request a new link</a>
            </p>
          )}
        </>
      )}
    </CheckedForm>
  );
}
