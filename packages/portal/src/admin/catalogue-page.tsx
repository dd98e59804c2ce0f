import type { ReactElement } from 'react';
import { Loaded, useResource } from '../app/use-api.js';
import { count, counted, rate } from '../app/format.js';
import { Notice } from '../design/states.js';
import { Table } from '../design/table.js';
import { Panel } from '../design/panel.js';
import { getCatalogue, type Catalogue } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

export function CataloguePage(): ReactElement {
  const loaded = useResource(getCatalogue);
  return (
    <AdminFrame
      path="/admin/plans"
      title="Plans"
      lead="The catalogue comes from the file that FACET_PLANS_FILE names."
    >
      <Panel>
        <Loaded of={loaded} label="Loading the plans" lines={5}>
          {(catalogue) => <Plans catalogue={catalogue} />}
        </Loaded>
      </Panel>
    </AdminFrame>
  );
}

function Plans({ catalogue: { plans, unknown } }: { readonly catalogue: Catalogue }): ReactElement {
  return (
    <>
      {unknown.map(({ id, accounts }) => (
        <Notice key={id} tone="warn" title={`The plan ${id} is not in the catalogue`}>
          {counted(accounts, 'account has', 'accounts have')} it; their calls are rejected.
        </Notice>
      ))}
      <Table texts label="Plans" columns={['Plan', 'Calls a month', 'Rate', 'Self-service', 'Accounts']}>
        {plans.map((plan) => (
          <tr key={plan.id}>
            <th scope="row">{plan.name}</th>
            <td>{plan.calls_per_month === null ? 'no limit' : count(plan.calls_per_month)}</td>
            <td>{plan.calls_per_second === null ? 'no limit' : rate(plan.calls_per_second, plan.burst)}</td>
            <td>{plan.self_service ? 'yes' : 'no'}</td>
            <td>{count(plan.accounts)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
