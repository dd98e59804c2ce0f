import { useState, type ReactElement } from 'react';
import { addUserId } from '../api/account-api.js';
import type { UserId } from '../api/account.types.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { useToast } from '../design/toast.js';
import { CheckedForm } from './checked-form.js';
import { userIdNameProblem } from './form-checks.js';

interface NewUserIdProps {
  /** Those that are taken. */
  readonly names: readonly string[];
  readonly onChange: (userIds: readonly UserId[]) => void;
}

export function NewUserId({ names, onChange }: NewUserIdProps): ReactElement {
  const toast = useToast();
  // A new key empties the form.
  const [added, setAdded] = useState(0);
  const { run, busy, failure } = useAction(async (name: string) => {
    onChange(await addUserId(name));
    setAdded(added + 1);
    toast(`You have a new user id, “${name}”.`);
  });
  return (
    <CheckedForm
      key={added}
      names={['name']}
      failure={failure}
      check={({ name }) => ({ name: userIdNameProblem(name.trim(), names) })}
      onSubmit={({ name }) => {
        run(name.trim());
      }}
    >
      {(problems) => (
        <>
          <Field
            label="Name of a new user id"
            name="name"
            autoComplete="off"
            hint="What it is for, such as “laptop” or “nightly job”."
            error={problems.name}
          />
          <div>
            <Button type="submit" busy={busy}>
              New user id
            </Button>
          </div>
        </>
      )}
    </CheckedForm>
  );
}
