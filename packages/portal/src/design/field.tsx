import { useId, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.js';
import './controls.css';

/** What every field has. Hint and error are tied to the control, so that they are read out with it. */
interface FieldFacts {
  readonly label: string;
  /** small: in small type; hidden: for screen readers alone. */
  readonly labelLook?: 'small' | 'hidden' | undefined;
  /** A low control, for a line with other things in it. */
  readonly compact?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

interface FieldFrameProps extends FieldFacts {
  readonly children: (control: {
    readonly id: string;
    readonly className: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

const LABELS = { shown: 'field-label', small: 'field-label small', hidden: 'visually-hidden' };

function FieldFrame({ label, labelLook, compact, hint, error, children }: FieldFrameProps): ReactElement {
  const id = useId();
  const notes = [
    { id: `${id}-hint`, className: 'field-hint', text: hint },
    { id: `${id}-error`, className: 'field-error', text: error },
  ].filter(({ text }) => text !== undefined);
  return (
    <div className="field">
      <label className={LABELS[labelLook ?? 'shown']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: compact === true ? 'input input-compact' : 'input',
        'aria-invalid': error !== undefined,
        'aria-describedby': notes.length === 0 ? undefined : notes.map((note) => note.id).join(' '),
      })}
      {notes.map(({ text, ...note }) => (
        <span key={note.id} {...note}>
          {text}
        </span>
      ))}
    </div>
  );
}

type TextFieldProps = FieldFacts &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange'> & {
    /** Nothing that a keyboard should correct or a browser complete, such as an id. */
    readonly literal?: boolean;
    /** Shown at the end of the input, for example a button. */
    readonly end?: ReactNode;
    readonly onChange?: (value: string) => void;
  };

const LITERAL = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false };

/** A line of text, or what else an input takes. */
export function Field(props: TextFieldProps): ReactElement {
  const { label, labelLook, compact, hint, error, literal = false, end, onChange, ...input } = props;
  return (
    <FieldFrame {...{ label, labelLook, compact, hint, error }}>
      {(control) => (
        <span className="field-input">
          <input
            {...(literal && LITERAL)}
            {...input}
            {...control}
            onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
          />
          {end}
        </span>
      )}
    </FieldFrame>
  );
}

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end' | 'literal'>;

/** A password field that can show what is typed. */
export function PasswordField(props: PasswordFieldProps): ReactElement {
  const [shown, setShown] = useState(false);
  return (
    <Field
      literal
      {...props}
      type={shown ? 'text' : 'password'}
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

export interface SelectOption {
  readonly value: string;
  readonly text: string;
}

interface SelectFieldProps extends FieldFacts {
  readonly options: readonly SelectOption[];
  readonly name?: string;
  /** What is chosen; without it, the choice is kept by the form. */
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onChange?: (value: string) => void;
}

/** A choice of one of several values. */
export function SelectField(props: SelectFieldProps): ReactElement {
  const { label, labelLook, compact, hint, error, options, onChange, ...select } = props;
  return (
    <FieldFrame {...{ label, labelLook, compact, hint, error }}>
      {(control) => (
        <select {...select} {...control} onChange={({ currentTarget }) => onChange?.(currentTarget.value)}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

type CheckFieldProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'onChange'> & {
  readonly small?: boolean;
  readonly onChange?: (checked: boolean) => void;
  /** The label. */
  readonly children: ReactNode;
};

/** Something to switch on and off, with its label behind it. */
export const CheckField = ({
  small = false,
  onChange,
  children,
  ...input
}: CheckFieldProps): ReactElement => (
  <label className={small ? 'check small' : 'check'}>
    <input {...input} type="checkbox" onChange={({ currentTarget }) => onChange?.(currentTarget.checked)} />
    <span>{children}</span>
  </label>
);
