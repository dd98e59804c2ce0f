import { useCallback, useState, type ReactElement } from 'react';
import type { Route } from '../app/route.js';
import { Loaded, useResource } from '../app/use-api.js';
import { Panel } from '../design/panel.js';
import { CallsByDay, RangeChoice, type Range } from '../usage/calls-by-day.js';
import { AccountPage } from './account-page.js';
import { AccountsPage } from './accounts-page.js';
import { AuditPage } from './audit-page.js';
import { CataloguePage } from './catalogue-page.js';
import { HealthPage } from './health-page.js';
import { getTotalUsage } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

/** The admin pages; the service checks the role with every call. */
export default function Admin({ route }: { readonly route: Route }): ReactElement {
  const { path, query } = route;
  const id = query.get('id');
  if (path === '/admin/account' && id !== null) return <AccountPage key={id} id={id} />;
  if (path === '/admin/plans') return <CataloguePage />;
  if (path === '/admin/usage') return <TotalUsagePage />;
  if (path === '/admin/health') return <HealthPage />;
  if (path === '/admin/audit') return <AuditPage />;
  return <AccountsPage search={query.get('search') ?? ''} />;
}

function TotalUsagePage(): ReactElement {
  const [range, setRange] = useState<Range>(30);
  const load = useCallback(() => getTotalUsage(range), [range]);
  const usage = useResource(load);
  return (
    <AdminFrame path="/admin/usage" title="Usage of all accounts">
      <Panel title="Calls by day" actions={<RangeChoice range={range} onChoose={setRange} />}>
        <Loaded of={usage} label="Loading the usage" lines={8}>
          {(rows) => <CallsByDay rows={rows} range={range} />}
        </Loaded>
      </Panel>
    </AdminFrame>
  );
}
