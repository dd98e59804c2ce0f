import type { ReactElement } from 'react';
import { logIn } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { PasswordField } from '../design/password-field.js';
import { CheckedForm } from './checked-form.js';
import { emailProblem, presentPasswordProblem } from './form-checks.js';

export function LogInPage(): ReactElement {
  const { service } = useSession();
  return (
    <Page title="Log in" width="narrow">
      <Panel>
        <LogInForm />
        {service?.password_reset === true && (
          <p>
            <a href="#/reset">Forgotten your password?</a>
          </p>
        )}
        {service?.sign_up === 'open' && (
          <p>
            No account yet? <a href="#/sign-up">Sign up</a>
          </p>
        )}
      </Panel>
    </Page>
  );
}

function LogInForm(): ReactElement {
  const { setAccount } = useSession();
  const { run, busy, failure } = useAction(async (email: string, password: string) => {
    setAccount(await logIn(email, password));
  });
  return (
    <CheckedForm
      names={['email', 'password']}
      failure={failure}
      check={({ email, password }) => ({
        email: emailProblem(email),
        password: presentPasswordProblem(password),
      })}
      onSubmit={({ email, password }) => {
        run(email, password);
      }}
    >
      {(problems) => (
        <>
          <Field label="E-mail" name="email" type="email" autoComplete="username" error={problems.email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            error={problems.password}
          />
          <Button look="primary" type="submit" busy={busy}>
            Log in
          </Button>
        </>
      )}
    </CheckedForm>
  );
}
