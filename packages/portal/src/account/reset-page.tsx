import { useCallback, useState, type ReactElement } from 'react';
import { checkReset, confirmReset, requestReset } from '../api/account-api.js';
import { BAD_LINK } from '../api/failure.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useAction, useResource } from '../app/use-api.js';
import { Button, ButtonLink } from '../design/button.js';
import { CheckedForm } from '../design/checked-form.js';
import { EmptyState, ErrorState, Notice, Skeleton } from '../design/states.js';
import { CheckField, Field, PasswordField } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { emailProblem, MIN_PASSWORD, newPasswordProblem } from './checks.js';

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
  const [isSent, setIsSent] = useState(false);
  const { run, busy, failure } = useAction(async (email: string) => {
    await requestReset(email);
    setIsSent(true);
  });
  if (isSent)
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

/** Checks the link first: nobody should think of a password for a link that no longer works. */
function NewPassword({ token }: { readonly token: string }): ReactElement {
  const load = useCallback(() => checkReset(token), [token]);
  const [link, reload] = useResource(load, { onReturn: false });
  if (link.state === 'loading') return <Skeleton label="Checking the link" />;
  if (link.state === 'ready')
    return <NewPasswordForm token={token} replacesKeys={link.value.replaces_api_keys} />;
  return link.failure.code === BAD_LINK ? (
    <UsedLink />
  ) : (
    <ErrorState failure={link.failure} onRetry={reload} />
  );
}

function UsedLink(): ReactElement {
  return (
    <EmptyState
      title="This link no longer works"
      actions={
        <ButtonLink look="primary" href="#/reset">
          Request a new link
        </ButtonLink>
      }
    >
      It was used already, or it is older than 30 minutes. Your password is as it was.
    </EmptyState>
  );
}

interface NewPasswordFormProps {
  readonly token: string;
  /** Whether the API keys are replaced in any case. */
  readonly replacesKeys: boolean;
}

function NewPasswordForm({ token, replacesKeys }: NewPasswordFormProps): ReactElement {
  const { refresh, setAccount } = useSession();
  const [done, setDone] = useState<{ readonly replacedKeys: boolean } | null>(null);
  const { run, busy, failure } = useAction(async (password: string, replaceKeys: boolean) => {
    await confirmReset(token, password, replaceKeys);
    // The reset has ended all sessions of the account, perhaps that of this browser; a page that does not know it yet
    // would redirect from the log-in to the playground. The session of another account is found again.
    setAccount(null);
    await refresh();
    setDone({ replacedKeys: replaceKeys || replacesKeys });
  });
  if (done !== null)
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
        Log in with the new password.{' '}
        {done.replacedKeys
          ? 'All API keys that the account had no longer work; put the new one, under “API keys”, into your programs.'
          : 'Your API keys work as before.'}
      </Notice>
    );
  if (failure?.code === BAD_LINK) return <UsedLink />;
  return (
    <CheckedForm
      names={['password', 'replace']}
      failure={failure}
      check={({ password }) => ({ password: newPasswordProblem(password) })}
      onSubmit={({ password, replace }) => {
        run(password, replace !== '');
      }}
    >
      {(problems) => (
        <>
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD} characters. You will be logged out everywhere.`}
            error={problems.password}
          />
          {replacesKeys ? (
            <p>
              This address was never confirmed, so somebody else may have signed up with it: all API keys of
              the account are replaced by a new one, and all people in its collections are deleted.
            </p>
          ) : (
            <CheckField small name="replace" value="yes">
              Replace my API keys too, because somebody else may know them
            </CheckField>
          )}
          <Button look="primary" type="submit" busy={busy}>
            Change password
          </Button>
        </>
      )}
    </CheckedForm>
  );
}
