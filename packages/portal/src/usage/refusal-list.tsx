import type { ReactElement } from 'react';
import type { Refusal } from '../api/account.types.js';
import { moment, operationName } from '../app/words.js';
import { errorOfCode } from '../errors/error-catalogue.js';

export function RefusalList({ refusals }: { readonly refusals: readonly Refusal[] }): ReactElement {
  if (refusals.length === 0)
    return <p className="muted">None. Calls that are refused appear here with the reason.</p>;
  return (
    <ol className="refusals">
      {refusals.map(({ at, operation, code, message }, n) => {
        const error = errorOfCode(code);
        return (
          <li key={`${at} ${n}`}>
            <p className="muted small">
              <time dateTime={at}>{moment(at)}</time> · {operationName(operation)} · <code>{code}</code>
            </p>
            <p>
              <strong>{error?.message ?? message}</strong> {error?.advice}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
