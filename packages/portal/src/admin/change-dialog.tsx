import { useEffect, type ReactElement, type ReactNode } from 'react';
import { CheckedForm, type Problems } from '../account/checked-form.js';
import { useConfirmation } from '../account/confirm-field.js';
import { useAction, useResource } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { Field, SelectField } from '../design/field.js';
import { ErrorNotice, Skeleton } from '../design/states.js';
import { useToast } from '../design/toast.js';
import { getCatalogue, type Change } from './admin-api.js';

/** What is typed into the fields, by their names. */
type Values = Readonly<Record<string, string>>;

interface ChangeDialogProps {
  readonly account: string;
  readonly open: boolean;
  readonly title: string;
  readonly button: string;
  readonly danger?: boolean;
  /** The message after success. */
  readonly done: string;
  /** The fields beside the password. */
  readonly names: readonly string[];
  /** false: something that cannot be sent is still missing. */
  readonly canSubmit?: boolean;
  readonly check?: (values: Values) => Problems<string>;
  readonly send: (change: Change, values: Values) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly children: (problems: Problems<string>) => ReactNode;
}

/** A change to an account. It asks for the password, because an unattended session must not be enough for it. */
export function ChangeDialog(props: ChangeDialogProps): ReactElement {
  const { account, open, title, button, danger = false, done, names, check, send, children } = props;
  const { canSubmit = true, onClose, onChanged } = props;
  const toast = useToast();
  const confirmation = useConfirmation();
  const { run, busy, failure, clear } = useAction(async (values: Values) => {
    await send({ account, password: confirmation.password(values['password'] ?? '') }, values);
    onClose();
    toast(done);
    onChanged();
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog open={open} title={title} onClose={close}>
      <CheckedForm
        names={[...names, 'password']}
        failure={failure}
        check={(values) => ({
          ...check?.(values),
          password: confirmation.problem(values['password'] ?? ''),
        })}
        onSubmit={(values) => {
          run(values);
        }}
      >
        {(problems) => (
          <>
            {children(problems)}
            {confirmation.field('Your password', problems['password'])}
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button look={danger ? 'danger' : 'primary'} type="submit" busy={busy} disabled={!canSubmit}>
                {button}
              </Button>
            </DialogActions>
          </>
        )}
      </CheckedForm>
    </Dialog>
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

interface DayFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly error: ReactNode;
}

export const DayField = ({ name, label, hint, error }: DayFieldProps): ReactElement => (
  <Field label={label} name={name} type="date" hint={hint} error={error} />
);

/** What is wrong with the last day of a plan; the service checks it again. */
export function dayProblem(text: string, now = Date.now()): string | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(start)) return 'Enter a day, such as 2027-01-31.';
  if (text < new Date(now).toISOString().slice(0, 10)) return 'Enter today or a later date.';
  return undefined;
}
