import { useCallback, useState, type ReactElement } from 'react';
import type { Route } from '../app/route.js';
import { useResource } from '../app/use-api.js';
import { Panel } from '../design/panel.js';
import { ErrorState, Skeleton } from '../design/states.js';
import { CallsByDay, RangeChoice, type Range } from '../usage/calls-by-day.js';
import { AccountPage } from './account-page.js';
import { AccountsPage } from './accounts-page.js';
import { AuditPage } from './audit-page.js';
import { CataloguePage } from './catalogue-page.js';
import { HealthPage } from './health-page.js';
import { getTotalUsage } from './operators-api.js';
import { OperatorsFrame } from './operators-frame.js';

/** The administration pages; the service checks the role with every call. */
export default function Operators({ route }: { readonly route: Route }): ReactElement {
  const { path, query } = route;
  const id = query.get('id');
  if (path === '/operators/account' && id !== null) return <AccountPage key={id} id={id} />;
  if (path === '/operators/plans') return <CataloguePage />;
  if (path === '/operators/usage') return <TotalUsagePage />;
  if (path === '/operators/health') return <HealthPage />;
  if (path === '/operators/audit') return <AuditPage />;
  return <AccountsPage />;
}

function TotalUsagePage(): ReactElement {
  const [range, setRange] = useState<Range>(30);
  const load = useCallback(() => getTotalUsage(range), [range]);
  const [usage, reload] = useResource(load);
  return (
    <OperatorsFrame path="/operators/usage" title="Usage of all accounts">
      <Panel title="Calls by day" actions={<RangeChoice range={range} onChoose={setRange} />}>
        {usage.state === 'loading' && <Skeleton label="Loading the usage" lines={8} />}
        {usage.state === 'failed' && <ErrorState failure={usage.failure} onRetry={reload} />}
        {usage.state === 'ready' && <CallsByDay rows={usage.value} range={range} />}
      </Panel>
    </OperatorsFrame>
  );
}
