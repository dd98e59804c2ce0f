import { useCallback, type ReactElement } from 'react';
import { MoreButton, usePages, useResource } from '../app/use-api.js';
import { preciseMoment } from '../app/format.js';
import { Panel } from '../design/panel.js';
import { ErrorState, Skeleton } from '../design/states.js';
import { getAudit, type AuditEntry, type AuditPage as Loaded } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

export function AuditPage(): ReactElement {
  const load = useCallback(() => getAudit(null), []);
  const [first, reload] = useResource(load);
  return (
    <AdminFrame
      path="/admin/audit"
      title="Audit log"
      lead="Every change by an admin, made here or with the command facet-admin."
    >
      <Panel>
        {first.state === 'loading' && <Skeleton label="Loading the audit log" lines={8} />}
        {first.state === 'failed' && <ErrorState failure={first.failure} onRetry={reload} />}
        {first.state === 'ready' && <Entries first={first.value} />}
      </Panel>
    </AdminFrame>
  );
}

function Entries({ first }: { readonly first: Loaded }): ReactElement {
  const pages = usePages({ items: first.entries, next: first.next }, async (before) => {
    const { entries, next } = await getAudit(before);
    return { items: entries, next };
  });
  if (pages.items.length === 0) return <p>Nothing has been changed yet.</p>;
  return (
    <>
      <AuditTable entries={pages.items} />
      <MoreButton pages={pages} label="Show older changes" />
    </>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  'account-created': 'Account created',
  'account-deleted': 'Account deleted',
  'account-suspended': 'Account suspended',
  'account-resumed': 'Suspension lifted',
  'admin-made': 'Made admin',
  'admin-removed': 'Admin role removed',
  'password-set': 'Password set',
  'plan-granted': 'Plan set',
  'plan-ended': 'Plan ended',
  'api-key-added': 'API key added',
  'access-key-made': 'Access key pair made',
  'api-key-revoked': 'API key revoked',
  'api-keys-replaced': 'API keys replaced',
  'collection-deleted': 'Collection deleted',
  'person-deleted': 'Person deleted from a collection',
  'people-expired': 'People in a collection expired',
  'face-deleted': 'Face deleted from a collection',
};

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }): ReactElement {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label="Changes, newest first">
      <table className="table admin-table numbers">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Account</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ at, actor, action, account, detail }, n) => (
            <tr key={`${at} ${n}`}>
              <th scope="row">
                <time dateTime={at}>{preciseMoment(at)}</time>
              </th>
              <td>{actor.email ?? actor.id}</td>
              <td>{ACTIONS[action] ?? action}</td>
              <td>
                {account.email === null ? (
                  <>{account.id} (deleted)</>
                ) : (
                  <a href={`#/admin/account?id=${encodeURIComponent(account.id)}`}>{account.email}</a>
                )}
              </td>
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
