import { useId, useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { DialogActions } from '../../design/dialog.js';
import { MAX_VECTORS_PER_PERSON, type Person } from './gallery.js';

interface MergeFormProps {
  readonly name: string;
  readonly others: readonly Person[];
  /** null: cancelled. */
  readonly onDone: (into: Person | null) => void;
}

/** Asks who is the same person, in a dialog. */
export function MergeForm({ name, others, onDone }: MergeFormProps): ReactElement {
  const id = useId();
  const [chosen, setChosen] = useState(others[0]?.id ?? '');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(others.find((other) => other.id === chosen) ?? null);
      }}
    >
      <p>
        The faces of {name} become faces of the other person, who keeps the name and up to{' '}
        {MAX_VECTORS_PER_PERSON} faces.
      </p>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          The same person as {name}
        </label>
        <select
          id={id}
          className="input"
          value={chosen}
          onChange={(event) => {
            setChosen(event.target.value);
          }}
        >
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {other.name}
            </option>
          ))}
        </select>
      </div>
      <DialogActions>
        <Button
          onClick={() => {
            onDone(null);
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary">
          Merge
        </Button>
      </DialogActions>
    </form>
  );
}
