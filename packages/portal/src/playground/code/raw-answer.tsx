import { useMemo, type ReactElement } from 'react';
import { CodeBlock } from '../../design/code-block.js';
import { allowanceLines } from '../api/allowance.js';
import { headerOf, type Exchange } from '../api/exchange.js';
import { prettyJson } from './pretty-json.js';

/** What came back: status, time, headers that matter, and the body as it is. */
export function RawAnswer({ exchange }: { readonly exchange: Exchange }): ReactElement {
  const body = useMemo(() => prettyJson(exchange.text), [exchange]);
  const facts = [
    { label: 'Status', text: String(exchange.status) },
    { label: 'Time', text: `${Math.round(exchange.millis)} ms` },
    { label: 'Request id', text: headerOf(exchange, 'x-request-id') ?? 'none' },
    ...allowanceLines(exchange),
  ];
  return (
    <div className="stack">
      <h3>The answer</h3>
      <dl className="pg-facts">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numbers">{text}</dd>
          </div>
        ))}
      </dl>
      <details className="pg-details">
        <summary>Raw answer</summary>
        <CodeBlock code={body} what="answer" />
      </details>
    </div>
  );
}
