import { useId, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.js';
import './controls.css';

type FieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Shown at the end of the input, for example a button. */
  readonly end?: ReactNode;
};

/** A labelled input; hint and error are tied to it, so that they are read out with it. */
export function Field({ label, hint, error, end, ...input }: FieldProps): ReactElement {
  const id = useId();
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <span className="field-input">
        <input
          {...input}
          id={id}
          className="input"
          aria-invalid={error !== undefined}
          aria-describedby={described === '' ? undefined : described}
        />
        {end}
      </span>
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

export interface SelectOption {
  readonly value: string;
  readonly text: string;
}

interface SelectFieldProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly name?: string;
  /** What is chosen; without it, the choice is kept by the form. */
  readonly value?: string;
  readonly defaultValue?: string | undefined;
  readonly hint?: ReactNode;
  readonly small?: boolean;
  readonly onChange?: (value: string) => void;
}

/** A labelled choice of one of several values. */
export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, options, hint, small = false, onChange, ...select } = props;
  const id = useId();
  return (
    <div className="field">
      <label className={small ? 'field-label small' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="input"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end'>;

/** A password field that can show what is typed. */
export function PasswordField(props: PasswordFieldProps): ReactElement {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <Button
          look="quiet"
          aria-label={`${shown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
          onClick={() => {
            setShown(!shown);
          }}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}
