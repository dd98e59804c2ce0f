import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { getRejections, getRequests, type RequestQuestion } from '../api/account-api.js';
import type { LoggedRequest, Rejection, RequestFilters, RequestLogPage } from '../api/account.types.js';
import { Loaded, MoreButton, usePages, useResource } from '../app/use-api.js';
import { count, moment, operationName, preciseMoment } from '../app/format.js';
import { Button } from '../design/button.js';
import { Panel } from '../design/panel.js';
import { Table } from '../design/table.js';
import { errorOfCode } from '../errors/error-catalogue.js';
import { LogFilters } from './log-filters.js';

/** Each request of the account, for as long as the operator keeps them. */
export function RequestLog(): ReactElement {
  const [question, setQuestion] = useState<RequestQuestion>({});
  const load = useCallback(() => getRequests(question, null), [question]);
  const loaded = useResource(load);
  const [first, reload] = loaded;
  // What there is to filter by stays while the next selection loads.
  const [filters, setFilters] = useState<RequestFilters | null>(null);
  const given = first.state === 'ready' ? first.value.filters : null;
  useEffect(() => {
    if (given !== null) setFilters(given);
  }, [given]);
  if (first.state === 'ready' && first.value.kept_days === 0) return <Rejections />;
  return (
    <Panel
      title="Request log"
      actions={
        <Button small onClick={reload}>
          Refresh
        </Button>
      }
    >
      {filters !== null && <LogFilters filters={filters} question={question} onChange={setQuestion} />}
      <Loaded of={loaded} label="Loading the request log" lines={6}>
        {(page) => <Pages first={page} question={question} />}
      </Loaded>
    </Panel>
  );
}

interface PagesProps {
  readonly first: RequestLogPage;
  readonly question: RequestQuestion;
}

function Pages({ first, question }: PagesProps): ReactElement {
  const pages = usePages(
    first,
    (before) => getRequests(question, before),
    ({ requests }) => requests,
  );
  const isFiltered = Object.keys(question).length > 0;
  return (
    <>
      {pages.items.length === 0 ? (
        <p>{isFiltered ? 'No request is like this.' : 'No requests yet.'}</p>
      ) : (
        <RequestTable requests={pages.items} />
      )}
      <MoreButton pages={pages} label="Show older requests" />
      <p className="muted small">
        Requests are kept for {first.kept_days === 1 ? 'a day' : `${first.kept_days} days`}, about the last{' '}
        {count(first.kept_requests)}. Photos and vectors are never part of the log, and API keys only by their
        names.
      </p>
    </>
  );
}

/** Shown if the operator keeps no request log. */
function Rejections(): ReactElement {
  const rejections = useResource(getRejections);
  return (
    <Panel title="Recent rejections">
      <Loaded of={rejections} label="Loading the rejections">
        {(list) => <RejectionList rejections={list} />}
      </Loaded>
    </Panel>
  );
}

const COLUMNS = ['Time', 'Operation', 'API key', 'Status', 'Code', 'Milliseconds', 'Request ID'];

const RequestTable = ({ requests }: { readonly requests: readonly LoggedRequest[] }): ReactElement => (
  <Table texts label="Requests, newest first" columns={COLUMNS} className="request-table">
    {requests.map((request) => (
      <RequestRow key={`${request.request_id} ${request.at}`} request={request} />
    ))}
  </Table>
);

function RequestRow({ request }: { readonly request: LoggedRequest }): ReactElement {
  const { at, operation, status, code, ms, request_id, key } = request;
  return (
    <tr className={code === '1000' ? undefined : 'request-failed'}>
      <th scope="row">
        <time dateTime={at}>{preciseMoment(at)}</time>
      </th>
      <td>{operationName(operation)}</td>
      <td className="request-key" data-label="API key">
        {key ?? <span className="muted">unknown</span>}
      </td>
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
