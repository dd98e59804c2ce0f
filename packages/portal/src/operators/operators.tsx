import type { ReactElement } from 'react';
import type { Route } from '../app/route.js';
import { AccountPage } from './account-page.js';
import { AccountsPage } from './accounts-page.js';
import { AuditPage } from './audit-page.js';
import { CataloguePage } from './catalogue-page.js';
import { HealthPage } from './health-page.js';
import { TotalUsagePage } from './total-usage-page.js';

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
