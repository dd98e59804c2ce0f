import type { ComponentProps, ReactElement } from 'react';
import './surfaces.css';
import './controls.css';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Look {
  readonly look?: ButtonLook;
  readonly small?: boolean;
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & Look & { readonly busy?: boolean };

const classes = (look: ButtonLook, small: boolean): string =>
  `button button-${look}${small ? ' button-small' : ''}`;

/** While busy it keeps its place and focus, announces it, and ignores clicks. */
export function Button(props: ButtonProps): ReactElement {
  const {
    look = 'secondary',
    small = false,
    busy = false,
    type = 'button',
    children,
    onClick,
    ...rest
  } = props;
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={classes(look, small)}
      aria-busy={busy}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'className'> & Look;

/** A link that looks like a button. */
export function ButtonLink({ look = 'secondary', small = false, ...rest }: ButtonLinkProps): ReactElement {
  return <a {...rest} className={classes(look, small)} />;
}

/** Decoration only: the text next to it says what is loading. */
export function Spinner(): ReactElement {
  return <span className="spinner" aria-hidden="true" />;
}
