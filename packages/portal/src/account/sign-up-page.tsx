import type { ReactElement } from 'react';
import { signUp } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-action.js';
import { Button, ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/empty-state.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { PasswordField } from '../design/password-field.js';
import { CheckedForm } from './checked-form.js';
import { emailProblem, MIN_PASSWORD, newPasswordProblem } from './form-checks.js';

export function SignUpPage(): ReactElement {
  const { service } = useSession();
  return (
    <Page
      title="Sign up"
      lead="An account gives you a user id, a plan and a look at your usage."
      width="narrow"
    >
      {service?.sign_up === 'closed' ? (
        <EmptyState title="Sign-up is closed" actions={<ButtonLink href="#/log-in">Log in</ButtonLink>}>
          This service takes no new accounts. Ask whoever operates it for one.
        </EmptyState>
      ) : (
        <Panel>
          <SignUpForm />
          <p>
            You have an account? <a href="#/log-in">Log in</a>
          </p>
        </Panel>
      )}
    </Page>
  );
}

function SignUpForm(): ReactElement {
  const { setAccount } = useSession();
  const { run, busy, failure } = useAction(async (email: string, password: string) => {
    setAccount(await signUp(email, password));
  });
  return (
    <CheckedForm
      names={['email', 'password']}
      failure={failure}
      check={({ email, password }) => ({
        email: emailProblem(email),
        password: newPasswordProblem(password),
      })}
      onSubmit={({ email, password }) => {
        run(email, password);
      }}
    >
      {(problems) => (
        <>
          <Field label="E-mail" name="email" type="email" autoComplete="email" error={problems.email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${MIN_PASSWORD} characters. A few unrelated words work well.`}
            error={problems.password}
          />
          <Button look="primary" type="submit" busy={busy}>
            Sign up
          </Button>
        </>
      )}
    </CheckedForm>
  );
}
