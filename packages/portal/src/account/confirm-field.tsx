import type { ReactElement, ReactNode } from 'react';
import { useSession } from '../app/session.js';
import { PasswordField } from '../design/field.js';
import { currentPasswordProblem } from './checks.js';

/** Where the browser goes to log in with the identity provider. */
export const PROVIDER_LOG_IN = '/account/log-in/provider';

interface Confirmation {
  readonly problem: (password: string) => string | undefined;
  /** Undefined for users who have none. */
  readonly password: (typed: string) => string | undefined;
  readonly field: (label: string, error: ReactNode) => ReactElement;
}

/** What confirms a change: the password, or for users of the identity provider a recent log-in. */
export function useConfirmation(): Confirmation {
  const { account } = useSession();
  if (account?.has_password !== false)
    return {
      problem: currentPasswordProblem,
      password: (typed) => typed,
      field: (label, error) => (
        <PasswordField label={label} name="password" autoComplete="current-password" error={error} />
      ),
    };
  return {
    problem: () => undefined,
    password: () => undefined,
    field: () => (
      <p className="muted">
        This needs a log-in of the last 15 minutes. If yours is older,{' '}
        <a href={PROVIDER_LOG_IN}>log in again</a> first.
      </p>
    ),
  };
}
