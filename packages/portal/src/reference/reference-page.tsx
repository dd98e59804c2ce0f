import type { ReactElement } from 'react';
import { serviceUrl } from '../api/call.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useResource } from '../app/use-api.js';
import { CodeBlock } from '../design/copy.js';
import { KEY_PLACEHOLDER, maskedKey } from '../playground/code/sample-parts.js';
import { HelpSearch } from '../guides/help-search.js';
import { ErrorState, Skeleton } from '../design/states.js';
import { groupsOf, loadOpenApi, type OpenApi } from './openapi.js';
import { OperationView } from './operation-view.js';
import './reference.css';

/** The reference of the API, made of the service's own OpenAPI document. `operation` is an operation id, or empty. */
export default function ReferencePage({ operation }: { readonly operation: string }): ReactElement {
  const [document, reload] = useResource(loadOpenApi);
  switch (document.state) {
    case 'loading':
      return (
        <Page title="API reference">
          <Skeleton label="Loading the reference" lines={8} />
        </Page>
      );
    case 'failed':
      return (
        <Page title="API reference">
          <ErrorState failure={document.failure} onRetry={reload} />
        </Page>
      );
    case 'ready':
      return <Loaded document={document.value} id={operation} />;
  }
}

function Loaded({ document, id }: { readonly document: OpenApi; readonly id: string }): ReactElement {
  const { account } = useSession();
  const groups = groupsOf(document);
  const route = groups.flatMap(({ routes }) => routes).find(({ operation }) => operation.operationId === id);
  const base = serviceUrl('/').replace(/\/$/, '');
  const apiKey = account?.api_key ?? KEY_PLACEHOLDER;
  return (
    <Page key={id} title={route?.operation.summary ?? 'API reference'}>
      <HelpSearch />
      <div className="ref">
        <nav className="ref-nav" aria-label="Operations">
          <a href="#/reference" aria-current={route === undefined ? 'page' : undefined}>
            Quick start
          </a>
          {groups.map(({ title, routes }) => (
            <div key={title}>
              <p className="ref-nav-title">{title}</p>
              <ul>
                {routes.map(({ operation: { operationId, summary, deprecated } }) => (
                  <li key={operationId}>
                    <a
                      href={`#/reference/${operationId}`}
                      aria-current={operationId === id ? 'page' : undefined}
                    >
                      {summary}
                      {deprecated === true && ' (deprecated)'}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="ref-body">
          {route === undefined ? (
            <QuickStart base={base} apiKey={apiKey} isLoggedIn={account !== null} />
          ) : (
            <OperationView route={route} document={document} base={base} apiKey={apiKey} />
          )}
        </div>
      </div>
    </Page>
  );
}

interface QuickStartProps {
  readonly base: string;
  readonly apiKey: string;
  readonly isLoggedIn: boolean;
}

/** Three calls to copy. */
function QuickStart({ base, apiKey, isLoggedIn }: QuickStartProps): ReactElement {
  /** The key is hidden from onlookers; a copy holds it, so that it works. */
  const withKey = (code: (key: string) => string): { code: string; shown: string } => ({
    code: code(apiKey),
    shown: code(maskedKey(apiKey)),
  });
  return (
    <>
      <h2>Quick start</h2>
      {isLoggedIn ? (
        <p>Your API key is in what you copy below. Put a photo in place of photo.jpg.</p>
      ) : (
        <p>
          <a href="#/sign-up">Sign up</a> or <a href="#/log-in">log in</a>, and your API key is filled in
          below.
        </p>
      )}
      <h3>Every face in a photo</h3>
      <CodeBlock
        what="Faces"
        {...withKey(
          (key) => `curl ${base}/get_image_attr \\\n  -H 'user_id: ${key}' \\\n  -F 'image_attr=@photo.jpg'`,
        )}
      />
      <h3>Same person?</h3>
      <CodeBlock
        what="Match"
        {...withKey(
          (key) =>
            `curl '${base}/match_faces?details=1' \\\n  -H 'user_id: ${key}' \\\n  -F 'img_1=@first.jpg' \\\n  -F 'img_2=@second.jpg'`,
        )}
      />
      <h3>A vector to store and compare later</h3>
      <CodeBlock
        what="Vector"
        {...withKey(
          (key) =>
            `curl '${base}/get_face_vec?quality=1' \\\n  -H 'user_id: ${key}' \\\n  -F 'img=@photo.jpg'`,
        )}
      />
      <p>
        Images may also come as Base64 or as URLs in a JSON body. The <a href="#/guides/api">API guide</a>{' '}
        explains the operations one by one, the <a href="#/guides/client">client</a> has typed calls for
        JavaScript, and <a href="./openapi.json">openapi.json</a> is the document behind this reference (
        <a href="./docs/openapi.yaml">YAML</a>).
      </p>
    </>
  );
}
