import type { ReactElement } from 'react';
import { logIn } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { Panel } from '../design/panel.js';
import { CredentialsForm } from './credentials-form.js';
import { presentPasswordProblem } from './form-checks.js';

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
          passwordProblem={presentPasswordProblem}
        />
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
