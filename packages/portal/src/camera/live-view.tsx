import { lazy, Suspense, type ReactElement } from 'react';
import { Page } from '../app/page.js';
import { Skeleton } from '../design/spinner.js';

const LivePage = lazy(() => import('./live-page.js'));

/** The live camera, which is loaded when somebody goes there. */
export function LiveView({ mode }: { readonly mode: 'live' | 'enrol' }): ReactElement {
  const waiting = (
    <Page title="Live camera">
      <Skeleton label="Loading the camera" lines={6} />
    </Page>
  );
  return (
    <Suspense fallback={waiting}>
      <LivePage mode={mode} />
    </Suspense>
  );
}
