import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { DialogActions } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { cleanName, MAX_NAME_LENGTH, sameName, type Person } from './gallery.js';

interface NameFormProps {
  readonly name: string;
  /** Whose names cannot be used. */
  readonly others: readonly Person[];
  readonly button: string;
  /** null: cancelled. */
  readonly onDone: (name: string | null) => void;
}

/** Asks for the name of a person, in a dialog. */
export function NameForm({ name: given, others, button, onDone }: NameFormProps): ReactElement {
  const [name, setName] = useState(given);
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const clean = cleanName(name);
        if (clean === null) setError('Enter a name.');
        else if (others.some((other) => sameName(other.name, clean)))
          setError('Another person already has this name.');
        else onDone(clean);
      }}
    >
      <Field
        label="Name"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
      <DialogActions>
        <Button
          onClick={() => {
            onDone(null);
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary">
          {button}
        </Button>
      </DialogActions>
    </form>
  );
}
