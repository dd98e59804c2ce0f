import { lazy, Suspense, type ReactElement } from 'react';
import { EmptyState } from '../design/empty-state.js';
import { ButtonLink } from '../design/button.js';
import { Skeleton } from '../design/spinner.js';
import { MembersOnly } from './members-only.js';
import { Page } from './page.js';
import type { Route } from './route.js';

// The largest part, and not the first that anybody sees.
const Playground = lazy(() => import('../playground/playground.js'));

const PLAYGROUND = '/playground/';

export function View({ route }: { readonly route: Route }): ReactElement {
  if (route.path.startsWith(PLAYGROUND))
    return (
      <MembersOnly title="Playground">
        <Suspense
          fallback={
            <Page title="Playground">
              <Skeleton label="Loading the playground" lines={6} />
            </Page>
          }
        >
          <Playground panel={route.path.slice(PLAYGROUND.length)} />
        </Suspense>
      </MembersOnly>
    );
  return (
    <Page title="Nothing here">
      <EmptyState title="There is no such page" actions={<ButtonLink href="#/">To the start</ButtonLink>} />
    </Page>
  );
}
