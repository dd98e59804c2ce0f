import { useId, useState, type ReactElement } from 'react';
import { Panel } from '../../design/panel.js';
import type { Exchange } from '../api/exchange.js';
import { requestTarget, type ApiRequest } from '../api/request.js';
import { RawAnswer } from './raw-answer.js';
import { RequestCode } from './request-code.js';

/** A call that a panel makes, or would make. */
export interface ShownCall {
  readonly label: string;
  readonly request: ApiRequest;
  readonly exchange: Exchange | null;
}

/** The requests of a panel as code, and what was answered. */
export function CallDetails({ calls }: { readonly calls: readonly ShownCall[] }): ReactElement | null {
  const [selected, setSelected] = useState(0);
  const id = useId();
  const at = Math.min(selected, calls.length - 1);
  const call = calls[at];
  if (call === undefined) return null;
  return (
    <Panel title="The request">
      {calls.length > 1 && (
        <div className="field">
          <label className="field-label" htmlFor={id}>
            Call
          </label>
          <select
            id={id}
            className="input"
            value={at}
            onChange={(event) => {
              setSelected(Number(event.target.value));
            }}
          >
            {calls.map(({ label, request }, n) => (
              <option key={`${n} ${requestTarget(request)}`} value={n}>
                {label}: {request.path}
              </option>
            ))}
          </select>
        </div>
      )}
      <RequestCode request={call.request} />
      {call.exchange === null ? (
        <p className="muted small">The answer will be here, with its headers, as it arrives.</p>
      ) : (
        <RawAnswer exchange={call.exchange} />
      )}
    </Panel>
  );
}
