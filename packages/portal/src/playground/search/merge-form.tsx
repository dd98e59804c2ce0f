import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { DialogActions } from '../../design/dialog.js';
import { SelectField } from '../../design/field.js';
import { MAX_VECTORS_PER_PERSON, type Person } from './gallery.js';

interface MergeFormProps {
  readonly name: string;
  readonly others: readonly Person[];
  /** null: cancelled. */
  readonly onDone: (into: Person | null) => void;
}

/** Asks who is the same person, in a dialog. */
export function MergeForm({ name, others, onDone }: MergeFormProps): ReactElement {
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
      <SelectField
        label={`The same person as ${name}`}
        value={chosen}
        options={others.map((other) => ({ value: other.id, text: other.name }))}
        onChange={setChosen}
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
          Merge
        </Button>
      </DialogActions>
    </form>
  );
}
