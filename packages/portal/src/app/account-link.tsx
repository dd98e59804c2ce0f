import type { ReactElement } from 'react';
import { ButtonLink } from '../design/button.js';
import { linkWithBack, useBack } from './route.js';
import { useSession } from './session.js';

/** The way from a trial to an account: to sign up, or to log in where sign-up is closed. */
export function AccountLink({
  prominent = false,
}: {
  /** Small, in the primary colour, as the first action of a notice. */
  readonly prominent?: boolean;
}): ReactElement {
  const { service } = useSession();
  const back = useBack();
  const [to, text] =
    service?.sign_up === 'open' ? (['/sign-up', 'Sign up'] as const) : (['/log-in', 'Log in'] as const);
  return (
    <ButtonLink href={linkWithBack(to, back)} {...(prominent && { small: true, look: 'primary' })}>
      {text}
    </ButtonLink>
  );
}
