import type { ReactElement } from 'react';
import { serviceUrl } from '../api/service-url.js';
import { Page } from '../app/page.js';
import { useResource } from '../app/use-resource.js';
import { useSession } from '../app/session.js';
import { ErrorState } from '../design/error-state.js';
import { Skeleton } from '../design/spinner.js';
import { groupsOf, loadOpenApi, type OpenApi } from './openapi.js';
import { OperationView } from './operation-view.js';
import { QuickStart } from './quick-start.js';
import './reference.css';

const PLACEHOLDER = 'YOUR_USER_ID';

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
  const userId = account?.user_id ?? PLACEHOLDER;
  return (
    <Page key={id} title={route?.operation.summary ?? 'API reference'}>
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
            <QuickStart base={base} userId={userId} isMember={account !== null} />
          ) : (
            <OperationView route={route} document={document} base={base} userId={userId} />
          )}
        </div>
      </div>
    </Page>
  );
}
