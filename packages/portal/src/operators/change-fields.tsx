import { useId, type ReactElement, type ReactNode } from 'react';
import { useResource } from '../app/use-resource.js';
import { Field } from '../design/field.js';
import { Skeleton } from '../design/spinner.js';
import { getCatalogue } from './operators-api.js';

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly selected: string | undefined;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

function Choice({ label, name, selected, options }: ChoiceProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} name={name} className="input" defaultValue={selected}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Every plan of the catalogue, also those that people may not choose themselves. */
export function PlanChoice({ selected }: { readonly selected: string | null }): ReactElement {
  const [catalogue] = useResource(getCatalogue);
  if (catalogue.state !== 'ready') return <Skeleton label="Loading the plans" lines={1} />;
  const { plans } = catalogue.value;
  return (
    <Choice
      label="Plan"
      name="plan"
      selected={plans.find(({ id }) => id === selected)?.id}
      options={plans.map(({ id, name, self_service }) => ({
        value: id,
        text: self_service ? name : `${name} (operators only)`,
      }))}
    />
  );
}

export const EndChoice = (): ReactElement => (
  <Choice
    label="When"
    name="when"
    selected="period-end"
    options={[
      { value: 'period-end', text: 'At the end of the current period' },
      { value: 'now', text: 'Now' },
      { value: 'day', text: 'After a day' },
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
