import type { ReactElement } from 'react';
import { FormDialog } from '../../app/form-dialog.js';
import { SelectField } from '../../design/field.js';
import { MAX_VECTORS_PER_PERSON, type Person } from './gallery.js';

interface MergeDialogProps {
  readonly open: boolean;
  /** Of the person who is merged into another. */
  readonly name: string;
  readonly others: readonly Person[];
  readonly onMerge: (into: Person) => void;
  readonly onClose: () => void;
}

/** Asks who is the same person. */
export const MergeDialog = ({ name, others, onMerge, ...dialog }: MergeDialogProps): ReactElement => (
  <FormDialog
    {...dialog}
    title={`Merge ${name} into somebody`}
    button="Merge"
    names={['into']}
    work={({ into }) => {
      const person = others.find(({ id }) => id === into);
      if (person !== undefined) onMerge(person);
    }}
  >
    <p>
      The faces of {name} become faces of the other person, who keeps the name and up to{' '}
      {MAX_VECTORS_PER_PERSON} faces.
    </p>
    <SelectField
      label={`The same person as ${name}`}
      name="into"
      options={others.map((other) => ({ value: other.id, text: other.name }))}
    />
  </FormDialog>
);
