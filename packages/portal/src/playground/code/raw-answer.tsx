import { useMemo, type ReactElement } from 'react';
import type { Allowance } from '@facet/client/answers';
import { prettyJson } from '../../analysis/json-view.js';
import { requestTarget, type ApiRequest } from '../../analysis/request.js';
import { answerHeaders, type Exchange } from '../../analysis/send.js';
import { count, durationText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { CodeBlock } from '../../design/copy.js';

/** The answer of a call, or a button that makes the call. */
export function RawAnswer({ call }: { readonly call: ShownCall }): ReactElement {
  if (call.exchange !== null) return <Answer exchange={call.exchange} />;
  return (
    <div className="pg-unsent">
      <code>{call.request.path}</code>
      {call.onRun === undefined ? (
        <p className="muted small">The answer appears here with its headers.</p>
      ) : (
        <>
          <p className="muted small">
            The page did not need this call: it computed the result from earlier answers.
          </p>
          <Button small look="primary" busy={call.running === true} onClick={call.onRun}>
            Send it (1 call)
          </Button>
        </>
      )}
    </div>
  );
}

function Answer({ exchange }: { readonly exchange: Exchange }): ReactElement {
  const body = useMemo(() => prettyJson(exchange.text), [exchange]);
  const facts = [
    { label: 'Status', text: String(exchange.status) },
    { label: 'Time', text: `${Math.round(exchange.millis)} ms` },
    ...allowanceLines(exchange),
    { label: 'Request ID', text: answerHeaders(exchange).requestId ?? 'none' },
  ];
  return (
    <div className="pg-answer">
      <p className="pg-target">
        <code>POST {requestTarget(exchange.request)}</code>
      </p>
      <dl className="pg-facts">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numbers">{text}</dd>
          </div>
        ))}
      </dl>
      <CodeBlock code={body} what="answer" />
    </div>
  );
}

/** A call as a program would make it. */
export interface ProgramCall {
  readonly label: string;
  readonly request: ApiRequest;
}

/** A call that the page has made, or makes when it is asked to. */
export interface ShownCall extends ProgramCall {
  readonly exchange: Exchange | null;
  /** Makes the call; absent if the page makes it automatically. */
  readonly onRun?: (() => void) | undefined;
  readonly running?: boolean;
}

interface AllowanceLine {
  readonly label: string;
  readonly text: string;
}

/** The limits of the plan from the headers of an answer; empty if the plan has none. */
export function allowanceLines(exchange: Pick<Exchange, 'headers'>): AllowanceLine[] {
  const { rateLimit, quota } = answerHeaders(exchange);
  return [...line('Rate', rateLimit, 'full again in'), ...line('Quota', quota, 'resets in')];
}

function line(label: string, allowance: Allowance | undefined, until: string): AllowanceLine[] {
  if (allowance === undefined) return [];
  const { limit, remaining, resetSeconds } = allowance;
  const when = resetSeconds === undefined ? '' : `, ${until} ${durationText(resetSeconds)}`;
  return [{ label, text: `${count(remaining)} of ${count(limit)} left${when}` }];
}
