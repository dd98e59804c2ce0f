import type { ReactElement } from 'react';
import { logIn } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { Panel } from '../design/panel.js';
import { CredentialsForm } from './credentials-form.js';
import { currentPasswordProblem } from './form-checks.js';

export function LogInPage(): ReactElement {
  const { service } = useSession();
  return (
    <Page title="Log in" width="narrow">
      <Panel>
        <CredentialsForm
          enter={logIn}
          button="Log in"
          emailKind="username"
          passwordKind="current-password"
          passwordProblem={currentPasswordProblem}
        />
        {service?.password_reset === true && (
          <p>
            <a href="#/reset">Forgot your password?</a>
          </p>
        )}
        {service?.password_reset === false && (
          <p className="muted">
            Forgot your password? This service cannot send email, so ask its operator to set a new password
            for you.
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
