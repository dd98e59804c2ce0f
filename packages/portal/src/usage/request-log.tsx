import { useCallback, useState, type ReactElement } from 'react';
import { getRejections, getRequests } from '../api/account-api.js';
import type { LoggedRequest, Rejection, RequestLogPage } from '../api/account.types.js';
import { MoreButton, usePages, useResource } from '../app/use-api.js';
import { count, moment, operationName, preciseMoment } from '../app/format.js';
import { Button } from '../design/button.js';
import { Panel } from '../design/panel.js';
import { ErrorState, Skeleton } from '../design/states.js';
import { errorOfCode } from '../errors/error-catalogue.js';

/** Each request of the account, for as long as the operator keeps them. */
export function RequestLog(): ReactElement {
  const [failedOnly, setFailedOnly] = useState(false);
  const load = useCallback(() => getRequests(failedOnly, null), [failedOnly]);
  const [first, reload] = useResource(load);
  if (first.state === 'ready' && first.value.kept_days === 0) return <Rejections />;
  return (
    <Panel
      title="Request log"
      actions={
        <div className="row">
          <label className="check">
            <input
              type="checkbox"
              checked={failedOnly}
              onChange={(event) => {
                setFailedOnly(event.target.checked);
              }}
            />
            Errors only
          </label>
          <Button small onClick={reload}>
            Refresh
          </Button>
        </div>
      }
    >
      {first.state === 'loading' && <Skeleton label="Loading the request log" lines={6} />}
      {first.state === 'failed' && <ErrorState failure={first.failure} onRetry={reload} />}
      {first.state === 'ready' && <Pages first={first.value} failedOnly={failedOnly} />}
    </Panel>
  );
}

interface PagesProps {
  readonly first: RequestLogPage;
  readonly failedOnly: boolean;
}

function Pages({ first, failedOnly }: PagesProps): ReactElement {
  const pages = usePages({ items: first.requests, next: first.next }, async (before) => {
    const { requests, next } = await getRequests(failedOnly, before);
    return { items: requests, next };
  });
  return (
    <>
      {pages.items.length === 0 ? (
        <p>{failedOnly ? 'No request was rejected or failed.' : 'No requests yet.'}</p>
      ) : (
        <RequestTable requests={pages.items} />
      )}
      <MoreButton pages={pages} label="Show older requests" />
      <p className="muted small">
        Requests are kept for {first.kept_days === 1 ? 'a day' : `${first.kept_days} days`}, about the last{' '}
        {count(first.kept_requests)}. Photos, vectors and API keys are never part of the log.
      </p>
    </>
  );
}

/** Shown if the operator keeps no request log. */
function Rejections(): ReactElement {
  const [rejections, reload] = useResource(getRejections);
  return (
    <Panel title="Recent rejections">
      {rejections.state === 'loading' && <Skeleton label="Loading the rejections" />}
      {rejections.state === 'failed' && <ErrorState failure={rejections.failure} onRetry={reload} />}
      {rejections.state === 'ready' && <RejectionList rejections={rejections.value} />}
    </Panel>
  );
}

function RequestTable({ requests }: { readonly requests: readonly LoggedRequest[] }): ReactElement {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label="Requests, newest first">
      <table className="table request-table numbers">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Operation</th>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Milliseconds</th>
            <th scope="col">Request ID</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <RequestRow key={`${request.request_id} ${request.at}`} request={request} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RequestRow({ request }: { readonly request: LoggedRequest }): ReactElement {
  const { at, operation, status, code, ms, request_id } = request;
  return (
    <tr className={code === '1000' ? undefined : 'request-failed'}>
      <th scope="row">
        <time dateTime={at}>{preciseMoment(at)}</time>
      </th>
      <td>{operationName(operation)}</td>
      <td data-label="Status">{status}</td>
      <td data-label="Code">{code === '' ? 'client left' : <Code code={code} />}</td>
      <td className="request-number" data-label="Milliseconds">
        {count(ms)}
      </td>
      <td data-label="Request ID">
        <code>{request_id}</code>
      </td>
    </tr>
  );
}

/** Error codes link to their explanation. */
function Code({ code }: { readonly code: string }): ReactElement {
  const error = errorOfCode(code);
  if (error === undefined) return <>{code}</>;
  return (
    <a href={`#/errors/${code}`} title={error.message}>
      {code}
    </a>
  );
}

function RejectionList({ rejections }: { readonly rejections: readonly Rejection[] }): ReactElement {
  if (rejections.length === 0)
    return <p className="muted">None. Calls that are rejected appear here with the reason.</p>;
  return (
    <ol className="rejections">
      {rejections.map(({ at, operation, code, message }, n) => {
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
