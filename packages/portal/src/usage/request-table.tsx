import type { ReactElement } from 'react';
import type { LoggedRequest } from '../api/account.types.js';
import { count, operationName, preciseMoment } from '../app/words.js';
import { errorOfCode } from '../errors/error-catalogue.js';

export function RequestTable({ requests }: { readonly requests: readonly LoggedRequest[] }): ReactElement {
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
      <td>{status}</td>
      <td>{code === '' ? 'client left' : <Code code={code} />}</td>
      <td className="request-number">{count(ms)}</td>
      <td>
        <code>{request_id}</code>
      </td>
    </tr>
  );
}

/** Codes of errors lead to what they mean. */
function Code({ code }: { readonly code: string }): ReactElement {
  const error = errorOfCode(code);
  if (error === undefined) return <>{code}</>;
  return (
    <a href={`#/errors/${code}`} title={error.message}>
      {code}
    </a>
  );
}
