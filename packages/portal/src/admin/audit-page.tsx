import type { ReactElement } from 'react';
import { Loaded, MoreButton, usePages, useResource } from '../app/use-api.js';
import { preciseMoment } from '../app/format.js';
import { Panel } from '../design/panel.js';
import { Table } from '../design/table.js';
import { getAudit, type AuditEntry, type AuditPage as AuditLog } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

const getNewest = (): Promise<AuditLog> => getAudit(null);

export function AuditPage(): ReactElement {
  const audit = useResource(getNewest);
  return (
    <AdminFrame
      path="/admin/audit"
      title="Audit log"
      lead="Every change by an admin, made here or with the command facet-admin."
    >
      <Panel>
        <Loaded of={audit} label="Loading the audit log" lines={8}>
          {(first) => <Entries first={first} />}
        </Loaded>
      </Panel>
    </AdminFrame>
  );
}

function Entries({ first }: { readonly first: AuditLog }): ReactElement {
  const pages = usePages(first, getAudit, ({ entries }) => entries);
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
    <Table texts label="Changes, newest first" columns={['Time', 'Who', 'What', 'Account', 'Details']}>
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
    </Table>
  );
}
