import { useEffect, useRef, useState, type SubmitEvent, type ReactElement } from 'react';
import { send, type CallResult, type Progress } from '../analysis/send.js';
import { AccountLink } from '../app/account-link.js';
import { useSession } from '../app/session.js';
import { Button } from '../design/button.js';
import { Panel } from '../design/panel.js';
import { ErrorNotice, FailureFacts, Notice } from '../design/states.js';
import { RawResponse } from '../playground/code/raw-response.js';
import { RequestCode } from '../code/request-code.js';
import { usePlayground } from '../playground/playground-state.js';
import { CallProgress } from '../playground/states/call-progress.js';
import { authOf, type Route } from './openapi.js';
import { faultsOf, requestOf, type Entries, type TryForm } from './try-form.js';
import { PhotoField, TryFields, useFirstPhotos } from './try-fields.js';
import '../playground/playground.css';
import './try-it.css';

/** What visitors may call without an API key. */
const TRIAL_PATHS = ['/get_image_attr', '/match_faces', '/get_face_vec'];

interface TryItProps {
  readonly route: Route;
  readonly form: TryForm;
}

/** The form of an operation, its real response, and the same call as code. */
export function TryIt({ route, form }: TryItProps): ReactElement {
  const { account, service } = useSession();
  const [entries, setEntries] = useState<Entries>({ values: {}, photos: useFirstPhotos(form.photos) });
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>({});
  const { run, running, result } = useSender();
  const request = requestOf(route, form, entries);
  const auth = authOf(route.operation);
  const mayCall =
    account !== null ||
    auth === 'none' ||
    (auth === 'key' && service?.trial === true && TRIAL_PATHS.includes(route.path));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = faultsOf(form, entries);
    setFaults(found);
    if (Object.keys(found).length === 0) run(request);
  };
  const set = (change: Partial<Entries>): void => {
    setEntries((before) => ({
      values: { ...before.values, ...change.values },
      photos: { ...before.photos, ...change.photos },
    }));
    setFaults({});
  };
  return (
    <>
      <Panel title="Try it">
        {!mayCall && (
          <Notice title="This call needs an API key" actions={<AccountLink prominent />}>
            <p>Sign up or log in, and it is sent with yours.</p>
          </Notice>
        )}
        {mayCall && (
          <>
            {form.photos.map((name, n) => (
              <PhotoField
                key={name}
                name={name}
                slot={n === 0 ? 'first' : 'second'}
                photo={entries.photos[name] ?? null}
                takesPaste={n === 0}
                fault={faults[name]}
                onPhoto={(photo) => {
                  set({ photos: { [name]: photo } });
                }}
              />
            ))}
            <form className="try-form" noValidate onSubmit={submit} aria-label="Parameters of the call">
              <TryFields
                fields={form.fields}
                values={entries.values}
                faults={faults}
                onChange={(name, value) => {
                  set({ values: { [name]: value } });
                }}
              />
              <div className="row">
                <Button
                  type="submit"
                  look={route.method === 'DELETE' ? 'danger' : 'primary'}
                  busy={running !== null}
                >
                  Send
                </Button>
                {auth === 'key' && route.method !== 'GET' && (
                  <span className="muted small">
                    {account === null ? 'A real call of your free trial.' : 'A real call with your API key.'}
                  </span>
                )}
              </div>
            </form>
            {running !== null && <CallProgress waiting={running} work="Waiting for the response" />}
            {result !== null && (
              <CallResponse
                result={result}
                onRetry={() => {
                  run(request);
                }}
              />
            )}
          </>
        )}
      </Panel>
      {auth !== 'session' && (
        <section className="try-code">
          <h2>Code</h2>
          <RequestCode request={request} />
        </section>
      )}
    </>
  );
}

interface CallResponseProps {
  readonly result: CallResult<null>;
  readonly onRetry: () => void;
}

function CallResponse({ result, onRetry }: CallResponseProps): ReactElement {
  const { exchange } = result;
  if (exchange === null)
    return result.ok ? <></> : <ErrorNotice failure={result.failure} onRetry={onRetry} />;
  return (
    <div className="try-response">
      <p className="visually-hidden" role="status">
        The response arrived with status {exchange.status}.
      </p>
      {!result.ok && result.failure.code !== undefined && <FailureFacts failure={result.failure} />}
      <RawResponse call={{ label: 'Response', request: exchange.request, exchange }} />
    </div>
  );
}

interface Sender {
  readonly run: (request: ReturnType<typeof requestOf>) => void;
  /** null: no call is being made. */
  readonly running: Progress | null;
  readonly result: CallResult<null> | null;
}

/** Makes each call anew: whoever presses Send wants a response of now. */
function useSender(): Sender {
  const { apiKey, recordExchange } = usePlayground();
  const [running, setRunning] = useState<Progress | null>(null);
  const [result, setResult] = useState<CallResult<null> | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      leaving.current?.abort();
    },
    [],
  );
  const run: Sender['run'] = (request) => {
    const controller = new AbortController();
    leaving.current = controller;
    setResult(null);
    const { signal } = controller;
    send({ request, apiKey, read: () => null, signal, onProgress: setRunning }).then(
      (ended) => {
        setRunning(null);
        setResult(ended);
        if (ended.exchange !== null && request.auth === 'key') recordExchange(ended.exchange);
      },
      // Cancelled, because the page was left.
      () => undefined,
    );
  };
  return { run, running, result };
}
