import { useId, type ReactElement } from 'react';
import type { OfferedPlan } from '../api/account.types.js';
import { count } from '../app/words.js';
import '../design/controls.css';

interface PlanFieldProps {
  readonly plans: readonly OfferedPlan[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** Shows which plan the new account starts with, so that nobody gets one unseen. */
export function PlanField({ plans, selected, onSelect }: PlanFieldProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Plan
      </label>
      <select
        id={id}
        className="input"
        value={selected}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onSelect(event.target.value);
        }}
      >
        {plans.map((plan) => (
          <option key={plan.id} value={plan.id}>
            {plan.name}:{' '}
            {plan.calls_per_month === null ? 'no limit' : `${count(plan.calls_per_month)} calls a month`}
          </option>
        ))}
      </select>
      <span className="field-hint" id={`${id}-hint`}>
        You can change it at any time. No payment is taken here.
      </span>
    </div>
  );
}
