import type { ReactElement } from 'react';
import { FormDialog } from '../../app/form-dialog.js';
import { Field } from '../../design/field.js';
import { cleanName, MAX_NAME_LENGTH, sameName, type Person } from './gallery.js';

interface NameDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly button: string;
  /** As it is so far. */
  readonly name?: string;
  /** Whose names cannot be used. */
  readonly others: readonly Person[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a person. */
export const NameDialog = ({ name: given, others, onName, ...dialog }: NameDialogProps): ReactElement => (
  <FormDialog
    {...dialog}
    names={['name']}
    check={({ name }) => ({ name: nameProblem(cleanName(name), others) })}
    work={({ name }) => {
      onName(cleanName(name) ?? name);
    }}
  >
    {(problems) => (
      <Field
        label="Name"
        name="name"
        defaultValue={given}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={problems.name}
      />
    )}
  </FormDialog>
);

function nameProblem(name: string | null, others: readonly Person[]): string | undefined {
  if (name === null) return 'Enter a name.';
  return others.some((other) => sameName(other.name, name))
    ? 'Another person already has this name.'
    : undefined;
}
