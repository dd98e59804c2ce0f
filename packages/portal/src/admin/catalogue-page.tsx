import type { ReactElement } from 'react';
import { useResource } from '../app/use-api.js';
import { count, rate } from '../app/format.js';
import { ErrorState, Notice, Skeleton } from '../design/states.js';
import { Panel } from '../design/panel.js';
import { getCatalogue, type Catalogue } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

export function CataloguePage(): ReactElement {
  const [catalogue, reload] = useResource(getCatalogue);
  return (
    <AdminFrame
      path="/admin/plans"
      title="Plans"
      lead="The catalogue comes from the file that FACET_PLANS_FILE names."
    >
      <Panel>
        {catalogue.state === 'loading' && <Skeleton label="Loading the plans" lines={5} />}
        {catalogue.state === 'failed' && <ErrorState failure={catalogue.failure} onRetry={reload} />}
        {catalogue.state === 'ready' && <Plans catalogue={catalogue.value} />}
      </Panel>
    </AdminFrame>
  );
}

function Plans({ catalogue: { plans, unknown } }: { readonly catalogue: Catalogue }): ReactElement {
  return (
    <>
      {unknown.map(({ id, accounts }) => (
        <Notice key={id} tone="warn" title={`The plan ${id} is not in the catalogue`}>
          {count(accounts)} {accounts === 1 ? 'account has' : 'accounts have'} it; their calls are rejected.
        </Notice>
      ))}
      <div className="table-frame" tabIndex={0} role="region" aria-label="Plans">
        <table className="table admin-table numbers">
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Calls a month</th>
              <th scope="col">Rate</th>
              <th scope="col">Self-service</th>
              <th scope="col">Accounts</th>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => (
              <tr key={plan.id}>
                <th scope="row">{plan.name}</th>
                <td>{plan.calls_per_month === null ? 'no limit' : count(plan.calls_per_month)}</td>
                <td>
                  {plan.calls_per_second === null ? 'no limit' : rate(plan.calls_per_second, plan.burst)}
                </td>
                <td>{plan.self_service ? 'yes' : 'no'}</td>
                <td>{count(plan.accounts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
