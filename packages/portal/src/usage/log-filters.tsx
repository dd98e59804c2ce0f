import { useId, type ReactElement } from 'react';
import type { RequestQuestion } from '../api/account-api.js';
import type { RequestFilters } from '../api/account.types.js';
import { operationName } from '../app/format.js';
import { errorOfCode } from '../errors/error-catalogue.js';

interface LogFiltersProps {
  readonly filters: RequestFilters;
  readonly question: RequestQuestion;
  readonly onChange: (question: RequestQuestion) => void;
}

/** Values that are no codes. */
const FAILED = 'failed';
const LEFT = 'left';

/** By operation, outcome and API key; each has the values that the log has. */
export function LogFilters({ filters, question, onChange }: LogFiltersProps): ReactElement {
  const { operation, key, code, failed } = question;
  const outcome = failed === '1' ? FAILED : code === '' ? LEFT : (code ?? '');
  const change = (changed: RequestQuestion & { readonly outcome?: string }): void => {
    const next = { operation, key, outcome, ...changed };
    onChange({
      ...(next.operation !== undefined && next.operation !== '' && { operation: next.operation }),
      ...(next.key !== undefined && next.key !== '' && { key: next.key }),
      ...outcomeQuestion(next.outcome),
    });
  };
  return (
    <div className="log-filters" role="group" aria-label="Filter the request log">
      <Filter
        label="Operation"
        all="All operations"
        value={operation ?? ''}
        options={filters.operations.map((value) => ({ value, text: operationName(value) }))}
        onChange={(value) => {
          change({ operation: value });
        }}
      />
      <Filter
        label="Outcome"
        all="All outcomes"
        value={outcome}
        options={[
          { value: '1000', text: 'Success' },
          { value: FAILED, text: 'Errors only' },
          ...filters.codes.filter((value) => value !== '1000').map(outcomeOption),
        ]}
        onChange={(value) => {
          change({ outcome: value });
        }}
      />
      <Filter
        label="API key"
        all="All API keys"
        value={key ?? ''}
        options={filters.keys.map((value) => ({ value, text: value }))}
        onChange={(value) => {
          change({ key: value });
        }}
      />
    </div>
  );
}

function outcomeQuestion(outcome: string): Pick<RequestQuestion, 'failed' | 'code'> {
  if (outcome === FAILED) return { failed: '1' };
  if (outcome === LEFT) return { code: '' };
  return outcome === '' ? {} : { code: outcome };
}

interface Option {
  readonly value: string;
  readonly text: string;
}

function outcomeOption(code: string): Option {
  if (code === '') return { value: LEFT, text: 'Client left' };
  const message = errorOfCode(code)?.message;
  return { value: code, text: message === undefined ? code : `${code}: ${message}` };
}

interface FilterProps {
  readonly label: string;
  /** The choice that filters nothing. */
  readonly all: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

function Filter({ label, all, value, options, onChange }: FilterProps): ReactElement {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label small" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
