import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { requestTarget } from '../api/request.js';
import type { ProgramCall } from './shown-call.js';

interface CallChoiceProps<Call extends ProgramCall> {
  readonly calls: readonly Call[];
  readonly children: (call: Call) => ReactNode;
}

/** One of several calls, chosen by its name. */
export function CallChoice<Call extends ProgramCall>({
  calls,
  children,
}: CallChoiceProps<Call>): ReactElement | null {
  const id = useId();
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, calls.length - 1);
  const call = calls[at];
  if (call === undefined) return null;
  return (
    <div className="pg-call">
      {calls.length > 1 && (
        <>
          <label className="visually-hidden" htmlFor={id}>
            Call
          </label>
          <select
            id={id}
            className="input"
            value={at}
            onChange={(event) => {
              setWanted(Number(event.target.value));
            }}
          >
            {calls.map(({ label, request }, n) => (
              <option key={`${n} ${requestTarget(request)}`} value={n}>
                {label}
              </option>
            ))}
          </select>
        </>
      )}
      {children(call)}
    </div>
  );
}
