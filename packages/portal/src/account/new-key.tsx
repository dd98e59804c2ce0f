import { useState, type ReactElement } from 'react';
import { addUserId } from '../api/account-api.js';
import type { UserId } from '../api/account.types.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { useToast } from '../design/toast.js';
import { CheckedForm } from './checked-form.js';
import { keyNameProblem } from './form-checks.js';

interface NewKeyProps {
  /** Those that are taken. */
  readonly names: readonly string[];
  readonly onChange: (userIds: readonly UserId[]) => void;
}

export function NewKey({ names, onChange }: NewKeyProps): ReactElement {
  const toast = useToast();
  // A new key empties the form.
  const [added, setAdded] = useState(0);
  const { run, busy, failure } = useAction(async (name: string) => {
    onChange(await addUserId(name));
    setAdded(added + 1);
    toast(`Created the API key “${name}”.`);
  });
  return (
    <CheckedForm
      key={added}
      names={['name']}
      failure={failure}
      check={({ name }) => ({ name: keyNameProblem(name.trim(), names) })}
      onSubmit={({ name }) => {
        run(name.trim());
      }}
    >
      {(problems) => (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            hint="What the key is for, such as “laptop” or “nightly job”."
            error={problems.name}
          />
          <div>
            <Button type="submit" busy={busy}>
              Create API key
            </Button>
          </div>
        </>
      )}
    </CheckedForm>
  );
}
