import type { ReactElement } from 'react';
import { facesRequest, matchRequest, placeholderImage, vectorRequest } from '../analysis/request.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { Loaded, useResource } from '../app/use-api.js';
import { CurlCode } from '../code/request-code.js';
import { HelpSearch } from '../guides/help-search.js';
import { groupsOf, loadOpenApi, type OpenApi } from './openapi.js';
import { OperationView } from './operation-view.js';
import './reference.css';

/** The reference of the API, made of the service's own OpenAPI document. `operation` is an operation id, or empty. */
export default function ReferencePage({ operation }: { readonly operation: string }): ReactElement {
  const loaded = useResource(loadOpenApi);
  const [document] = loaded;
  if (document.state === 'ready') return <Reference document={document.value} id={operation} />;
  return (
    <Page title="API reference">
      <Loaded of={loaded} label="Loading the reference" lines={8}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function Reference({ document, id }: { readonly document: OpenApi; readonly id: string }): ReactElement {
  const groups = groupsOf(document);
  const route = groups.flatMap(({ routes }) => routes).find(({ operation }) => operation.operationId === id);
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
          {route === undefined ? <QuickStart /> : <OperationView route={route} />}
        </div>
      </div>
    </Page>
  );
}

const PHOTO = placeholderImage('photo.jpg');
const FIRST = { image: placeholderImage('first.jpg'), box: null };
const SECOND = { image: placeholderImage('second.jpg'), box: null };

/** Three calls to copy. */
function QuickStart(): ReactElement {
  const { account } = useSession();
  return (
    <>
      <h2>Quick start</h2>
      {account !== null ? (
        <p>Your API key is in what you copy below. Put a photo in place of photo.jpg.</p>
      ) : (
        <p>
          <a href="#/sign-up">Sign up</a> or <a href="#/log-in">log in</a>, and your API key is filled in
          below.
        </p>
      )}
      <h3>Every face in a photo</h3>
      <CurlCode what="Faces" request={facesRequest(PHOTO)} />
      <h3>Same person?</h3>
      <CurlCode what="Match" request={matchRequest(FIRST, SECOND)} />
      <h3>A vector to store and compare later</h3>
      <CurlCode what="Vector" request={vectorRequest({ image: PHOTO, box: null }, true)} />
      <p>
        Images may also come as Base64 or as URLs in a JSON body. The <a href="#/guides/api">API guide</a>{' '}
        explains the operations one by one, the <a href="#/guides/client">client</a> has typed calls for
        JavaScript, and <a href="./openapi.json">openapi.json</a> is the document behind this reference (
        <a href="./docs/openapi.yaml">YAML</a>).
      </p>
    </>
  );
}
