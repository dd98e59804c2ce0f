import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useConfirmation } from '../account/confirm-field.js';
import { ActionDialog, type ActionDialogProps } from '../app/form-dialog.js';
import { useResource } from '../app/use-api.js';
import type { Problems } from '../design/checked-form.js';
import { SelectField } from '../design/field.js';
import { ErrorNotice, Skeleton } from '../design/states.js';
import { useToast } from '../design/toast.js';
import { getCatalogue, type Change } from './admin-api.js';

interface ChangeDialogProps<Name extends string> extends Omit<
  ActionDialogProps<Name | 'password'>,
  'names' | 'check' | 'work' | 'children'
> {
  readonly account: string;
  /** The message after success. */
  readonly done: string;
  /** The fields beside the password. */
  readonly names?: readonly Name[];
  readonly check?: (values: Record<Name, string>) => Problems<Name>;
  readonly send: (change: Change, values: Record<Name, string>) => Promise<unknown>;
  readonly onChanged: () => void;
  readonly children: (problems: Problems<Name>) => ReactNode;
}

/** A change to an account. It asks for the password, because an unattended session must not be enough for it. */
export function ChangeDialog<Name extends string = never>(props: ChangeDialogProps<Name>): ReactElement {
  const { account, done, names = [], check, send, onChanged, children, ...dialog } = props;
  const toast = useToast();
  const confirmation = useConfirmation();
  return (
    <ActionDialog<Name | 'password'>
      {...dialog}
      names={[...names, 'password']}
      check={(values) =>
        ({ ...check?.(values), password: confirmation.problem(values.password) }) as Problems<
          Name | 'password'
        >
      }
      work={async (values) => {
        await send({ account, password: confirmation.password(values.password) }, values);
        toast(done);
        onChanged();
      }}
    >
      {(problems) => (
        <>
          {children(problems)}
          {confirmation.field('Your password', problems.password)}
        </>
      )}
    </ActionDialog>
  );
}

interface PlanChoiceProps {
  readonly selected: string | null;
  /** The plan that is chosen now; '' while there is none. */
  readonly onChoose: (plan: string) => void;
}

/** Every plan of the catalogue, also those that users may not choose themselves. */
export function PlanChoice({ selected, onChoose }: PlanChoiceProps): ReactElement {
  const [catalogue, reload] = useResource(getCatalogue);
  const plans = catalogue.state === 'ready' ? catalogue.value.plans : [];
  const current = plans.find(({ id }) => id === selected)?.id ?? '';
  useEffect(() => {
    onChoose(current);
    return () => {
      onChoose('');
    };
  }, [current, onChoose]);
  if (catalogue.state === 'loading') return <Skeleton label="Loading the plans" lines={1} />;
  if (catalogue.state === 'failed') return <ErrorNotice failure={catalogue.failure} onRetry={reload} />;
  const options = plans.map(({ id, name, self_service }) => ({
    value: id,
    text: self_service ? name : `${name} (admins only)`,
  }));
  return (
    <SelectField
      label="Plan"
      name="plan"
      defaultValue={current}
      // Without this, the browser would choose the first plan for an account that has none.
      options={current === '' ? [{ value: '', text: 'Choose a plan' }, ...options] : options}
      onChange={onChoose}
    />
  );
}

export const EndChoice = (): ReactElement => (
  <SelectField
    label="When"
    name="when"
    defaultValue="period-end"
    options={[
      { value: 'period-end', text: 'At the end of the current period' },
      { value: 'now', text: 'Now' },
      { value: 'day', text: 'After the day below' },
    ]}
  />
);

/** What is wrong with the last day of a plan; the service checks it again. */
export function dayProblem(text: string, now = Date.now()): string | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(start)) return 'Enter a day, such as 2027-01-31.';
  if (text < new Date(now).toISOString().slice(0, 10)) return 'Enter today or a later date.';
  return undefined;
}
