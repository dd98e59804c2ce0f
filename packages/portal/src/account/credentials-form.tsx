import type { ReactElement, ReactNode } from 'react';
import type { Account } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { PasswordField } from '../design/password-field.js';
import { CheckedForm } from './checked-form.js';
import { emailProblem } from './form-checks.js';

interface CredentialsFormProps {
  /** Logs in, or signs up. */
  readonly enter: (email: string, password: string) => Promise<Account>;
  readonly button: string;
  /** What browsers know the fields by, so that they offer or keep the right words. */
  readonly emailKind: 'username' | 'email';
  readonly passwordKind: 'current-password' | 'new-password';
  readonly passwordHint?: string;
  readonly passwordProblem: (password: string) => string | undefined;
  /** Further fields, below the password. */
  readonly children?: ReactNode;
}

/** Email and password, for logging in and for signing up. */
export function CredentialsForm(props: CredentialsFormProps): ReactElement {
  const { enter, button, emailKind, passwordKind, passwordHint, passwordProblem, children } = props;
  const { setAccount } = useSession();
  const { run, busy, failure } = useAction(async (email: string, password: string) => {
    setAccount(await enter(email, password));
  });
  return (
    <CheckedForm
      names={['email', 'password']}
      failure={failure}
      check={({ email, password }) => ({ email: emailProblem(email), password: passwordProblem(password) })}
      onSubmit={({ email, password }) => {
        run(email, password);
      }}
    >
      {(problems) => (
        <>
          <Field label="Email" name="email" type="email" autoComplete={emailKind} error={problems.email} />
          <PasswordField
            label="Password"
            name="password"
            autoComplete={passwordKind}
            {...(passwordHint !== undefined && { hint: passwordHint })}
            error={problems.password}
          />
          {children}
          <Button look="primary" type="submit" busy={busy}>
            {button}
          </Button>
        </>
      )}
    </CheckedForm>
  );
}
