import { useCallback, useState, type ReactElement } from 'react';
import { getRefusals, getRequests } from '../api/account-api.js';
import type { LoggedRequest, RequestLogPage } from '../api/account.types.js';
import { useAction } from '../app/use-action.js';
import { useResource } from '../app/use-resource.js';
import { count } from '../app/words.js';
import { Button } from '../design/button.js';
import { ErrorNotice, ErrorState } from '../design/error-state.js';
import { Panel } from '../design/panel.js';
import { Skeleton } from '../design/spinner.js';
import { RefusalList } from './refusal-list.js';
import { RequestTable } from './request-table.js';

/** Each request of the account, for as long as the operator keeps them. */
export function RequestLog(): ReactElement {
  const [failedOnly, setFailedOnly] = useState(false);
  const load = useCallback(() => getRequests(failedOnly, null), [failedOnly]);
  const [first, reload] = useResource(load);
  if (first.state === 'ready' && first.value.kept_days === 0) return <Refusals />;
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
  const [more, setMore] = useState<readonly LoggedRequest[]>([]);
  const [next, setNext] = useState(first.next);
  const { run, busy, failure } = useAction(async () => {
    const page = await getRequests(failedOnly, next);
    setMore([...more, ...page.requests]);
    setNext(page.next);
  });
  const requests = [...first.requests, ...more];
  return (
    <>
      {requests.length === 0 ? (
        <p>{failedOnly ? 'No request was refused or failed.' : 'No requests yet.'}</p>
      ) : (
        <RequestTable requests={requests} />
      )}
      {failure !== null && <ErrorNotice failure={failure} />}
      {next !== null && (
        <div>
          <Button busy={busy} onClick={run}>
            Show older requests
          </Button>
        </div>
      )}
      <p className="muted small">
        Requests are kept for {first.kept_days === 1 ? 'a day' : `${first.kept_days} days`}, about the last{' '}
        {count(first.kept_requests)}. Photos, vectors and API keys are never part of the log.
      </p>
    </>
  );
}

/** What is left to show where the operator keeps no request log. */
function Refusals(): ReactElement {
  const [refusals, reload] = useResource(getRefusals);
  return (
    <Panel title="Recent refusals">
      {refusals.state === 'loading' && <Skeleton label="Loading the refusals" />}
      {refusals.state === 'failed' && <ErrorState failure={refusals.failure} onRetry={reload} />}
      {refusals.state === 'ready' && <RefusalList refusals={refusals.value} />}
    </Panel>
  );
}
