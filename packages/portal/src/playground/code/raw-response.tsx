import { useMemo, type ReactElement } from 'react';
import type { LimitStatus } from '@facet/client/responses';
import { prettyJson } from '../../analysis/json-view.js';
import { methodOf, requestTarget, type ApiRequest } from '../../analysis/request.js';
import { responseHeaders, type Exchange } from '../../analysis/send.js';
import { byteSizeText, count, durationText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { CodeBlock } from '../../design/copy.js';
import { FactList, type Fact } from '../../design/fact-list.js';
import { useObjectUrl } from '../photo/pictures.js';
import { maskedKeys } from '../../code/sample-parts.js';

/** The response of a call, or a button that makes the call. */
export function RawResponse({ call }: { readonly call: ShownCall }): ReactElement {
  if (call.exchange !== null) return <ReceivedResponse exchange={call.exchange} />;
  return (
    <div className="pg-unsent">
      <code>{call.request.path}</code>
      {call.onRun === undefined ? (
        <p className="muted small">The response appears here with its headers.</p>
      ) : (
        <>
          <p className="muted small">
            The page did not need this call: it computed the result from earlier responses.
          </p>
          <Button small look="primary" busy={call.running === true} onClick={call.onRun}>
            Send it (1 call)
          </Button>
        </>
      )}
    </div>
  );
}

function ReceivedResponse({ exchange }: { readonly exchange: Exchange }): ReactElement {
  const body = useMemo(() => prettyJson(exchange.text), [exchange]);
  const facts = [
    { label: 'Status', text: String(exchange.status) },
    { label: 'Time', text: `${Math.round(exchange.millis)} ms` },
    ...limitLines(exchange),
    { label: 'Request ID', text: responseHeaders(exchange).requestId ?? 'none' },
  ];
  return (
    <div className="pg-response">
      <p className="pg-target">
        <code>
          {methodOf(exchange.request)} {requestTarget(exchange.request)}
        </code>
      </p>
      <FactList className="pg-facts" facts={facts} />
      {exchange.file === undefined ? (
        <CodeBlock code={body} shown={maskedKeys(body)} what="response" />
      ) : (
        <ReceivedFile file={exchange.file} name={exchange.request.savedAs ?? 'response'} />
      )}
    </div>
  );
}

/** A response that is no text: an image is shown, and everything can be saved. */
function ReceivedFile({ file, name }: { readonly file: Blob; readonly name: string }): ReactElement | null {
  const url = useObjectUrl(file);
  if (url === null) return null;
  return (
    <>
      {file.type.startsWith('image/') && <img className="response-image" src={url} alt="The response" />}
      <p>
        <a href={url} download={name}>
          Save {name}
        </a>{' '}
        <span className="muted small">{byteSizeText(file.size)}</span>
      </p>
    </>
  );
}

/** A call as a program would make it. */
export interface ProgramCall {
  readonly label: string;
  readonly request: ApiRequest;
}

/** A call that the page has made, or makes on request. */
export interface ShownCall extends ProgramCall {
  readonly exchange: Exchange | null;
  /** Makes the call; absent if the page makes it automatically. */
  readonly onRun?: (() => void) | undefined;
  readonly running?: boolean;
}

/** The limits of the plan from the headers of a response; empty if the plan has none. */
export function limitLines(exchange: Pick<Exchange, 'headers'>): Fact[] {
  const { rateLimit, quota } = responseHeaders(exchange);
  return [...line('Rate', rateLimit, 'full again in'), ...line('Quota', quota, 'resets in')];
}

function line(label: string, status: LimitStatus | undefined, until: string): Fact[] {
  if (status === undefined) return [];
  const { limit, remaining, resetSeconds } = status;
  const when = resetSeconds === undefined ? '' : `, ${until} ${durationText(resetSeconds)}`;
  return [{ label, text: `${count(remaining)} of ${count(limit)} left${when}` }];
}
