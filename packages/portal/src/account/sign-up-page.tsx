import type { ReactElement } from 'react';
import { signUp } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { ButtonLink } from '../design/button.js';
import { EmptyState } from '../design/empty-state.js';
import { Panel } from '../design/panel.js';
import { CredentialsForm } from './credentials-form.js';
import { MIN_PASSWORD, newPasswordProblem } from './form-checks.js';

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
          <CredentialsForm
            enter={signUp}
            button="Sign up"
            emailKind="email"
            passwordKind="new-password"
            passwordHint={`At least ${MIN_PASSWORD} characters. A few unrelated words work well.`}
            passwordProblem={newPasswordProblem}
          />
          <p>
            You have an account? <a href="#/log-in">Log in</a>
          </p>
        </Panel>
      )}
    </Page>
  );
}
