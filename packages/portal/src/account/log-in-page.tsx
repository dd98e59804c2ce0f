import type { ReactElement, ReactNode } from 'react';
import { logIn } from '../api/account-api.js';
import type { Account } from '../api/account.types.js';
import { Page } from '../app/page.js';
import { TOO_MANY_ATTEMPTS, WRONG_CREDENTIALS } from '../api/failure.js';
import { linkWithBack, useRoute } from '../app/route.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-api.js';
import { useCountdown } from '../app/use-countdown.js';
import { countdownText } from '../app/format.js';
import { Button, ButtonLink } from '../design/button.js';
import { CheckedForm } from '../design/checked-form.js';
import { Field, PasswordField } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { Notice } from '../design/states.js';
import { currentPasswordProblem, emailProblem } from './checks.js';
import { PROVIDER_LOG_IN } from './confirm-field.js';

interface LogInPageProps {
  /** Where the user came from. */
  readonly back: string | null;
}

export function LogInPage({ back }: LogInPageProps): ReactElement {
  const { service } = useSession();
  return (
    <Page title="Log in" width="narrow">
      <Panel>
        <ProviderLogIn name={service?.identity_provider ?? null} />
        <LogInForm />
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
            No account yet? <a href={linkWithBack('/sign-up', back)}>Sign up</a>
          </p>
        )}
      </Panel>
    </Page>
  );
}

/** What the address says after a log-in with the identity provider that failed, by error code. */
const REJECTED: Readonly<Record<string, string>> = {
  '4014':
    'It did not confirm an address that may log in here. Use your company account, or ask the operator of this service.',
  '4293': 'There were too many attempts. Try again in a quarter of an hour.',
  '5003': 'It does not respond. Try again shortly.',
};

function ProviderLogIn({ name }: { readonly name: string | null }): ReactElement | null {
  const code = useRoute().query.get('rejected');
  if (name === null) return null;
  return (
    <>
      {code !== null && (
        <Notice tone="warn" title={`The log-in with ${name} failed`}>
          {REJECTED[code] ?? 'Try again.'}
        </Notice>
      )}
      <ButtonLink look="primary" href={PROVIDER_LOG_IN}>
        Log in with {name}
      </ButtonLink>
      <p className="muted">Or with a password:</p>
    </>
  );
}

interface LogInFormProps {
  /** Of the user who was logged in before. */
  readonly email?: string;
}

export const LogInForm = ({ email }: LogInFormProps): ReactElement => (
  <CredentialsForm
    enter={logIn}
    {...(email !== undefined && { email })}
    button="Log in"
    emailKind="username"
    passwordKind="current-password"
    passwordProblem={currentPasswordProblem}
  />
);

interface CredentialsFormProps {
  /** Logs in, or signs up. */
  readonly enter: (email: string, password: string) => Promise<Account>;
  readonly button: string;
  /** Filled in already. */
  readonly email?: string;
  /** The autocomplete values, so that browsers offer or save the right credentials. */
  readonly emailKind: 'username' | 'email';
  readonly passwordKind: 'current-password' | 'new-password';
  readonly passwordHint?: string;
  readonly passwordProblem: (password: string) => string | undefined;
  /** Further fields, below the password. */
  readonly children?: ReactNode;
}

/** Email and password, for logging in and for signing up. */
export function CredentialsForm(props: CredentialsFormProps): ReactElement {
  const {
    enter,
    button,
    email: knownEmail,
    emailKind,
    passwordKind,
    passwordHint,
    passwordProblem,
    children,
  } = props;
  const { setAccount } = useSession();
  const { run, busy, failure } = useAction(async (email: string, password: string) => {
    setAccount(await enter(email, password));
  });
  const locked = failure?.code === TOO_MANY_ATTEMPTS;
  const left = useCountdown(locked ? (failure.retryAfterSeconds ?? null) : null, failure);
  return (
    <CheckedForm
      names={['email', 'password']}
      failure={failure}
      help={
        locked || failure?.code === WRONG_CREDENTIALS ? <LogInHelp locked={locked} left={left} /> : undefined
      }
      check={({ email, password }) => ({ email: emailProblem(email), password: passwordProblem(password) })}
      onSubmit={({ email, password }) => {
        run(email, password);
      }}
    >
      {(problems) => (
        <>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete={emailKind}
            defaultValue={knownEmail}
            error={problems.email}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete={passwordKind}
            {...(passwordHint !== undefined && { hint: passwordHint })}
            error={problems.password}
          />
          {children}
          <Button look="primary" type="submit" busy={busy} disabled={left > 0}>
            {left > 0 ? `Try again in ${countdownText(left)}` : button}
          </Button>
        </>
      )}
    </CheckedForm>
  );
}

interface LogInHelpProps {
  /** Whether there were too many attempts. */
  readonly locked: boolean;
  /** The seconds until the next one. */
  readonly left: number;
}

/** What to do about a log-in that failed. */
function LogInHelp({ locked, left }: LogInHelpProps): ReactElement {
  const { service } = useSession();
  return (
    <p>
      {locked
        ? left > 0
          ? 'The button below counts down to the next attempt. '
          : 'You can try again now. '
        : 'Upper and lower case count in a password. Check that Caps Lock is off. '}
      {service?.password_reset === true ? (
        <>
          If you have forgotten it, <a href="#/reset">choose a new password</a>.
        </>
      ) : (
        'If you have forgotten it, ask the operator of this service to set a new one.'
      )}
    </p>
  );
}
