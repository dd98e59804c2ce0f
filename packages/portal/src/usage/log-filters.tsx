import type { ReactElement } from 'react';
import type { RequestQuestion } from '../api/account-api.js';
import type { RequestFilters } from '../api/account.types.js';
import { operationName } from '../app/format.js';
import { SelectField, type SelectOption } from '../design/field.js';
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
      <SelectField
        labelLook="small"
        label="Operation"
        value={operation ?? ''}
        options={[
          { value: '', text: 'All operations' },
          ...filters.operations.map((value) => ({ value, text: operationName(value) })),
        ]}
        onChange={(value) => {
          change({ operation: value });
        }}
      />
      <SelectField
        labelLook="small"
        label="Outcome"
        value={outcome}
        options={[
          { value: '', text: 'All outcomes' },
          { value: '1000', text: 'Success' },
          { value: FAILED, text: 'Errors only' },
          ...filters.codes.filter((value) => value !== '1000').map(outcomeOption),
        ]}
        onChange={(value) => {
          change({ outcome: value });
        }}
      />
      <SelectField
        labelLook="small"
        label="API key"
        value={key ?? ''}
        options={[
          { value: '', text: 'All API keys' },
          ...filters.keys.map((value) => ({ value, text: value })),
        ]}
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

function outcomeOption(code: string): SelectOption {
  if (code === '') return { value: LEFT, text: 'Client left' };
  const message = errorOfCode(code)?.message;
  return { value: code, text: message === undefined ? code : `${code}: ${message}` };
}
