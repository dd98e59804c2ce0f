import type { ReactElement } from 'react';
import { preciseMoment } from '../app/words.js';
import type { AuditEntry } from './operators.types.js';

const ACTIONS: Readonly<Record<string, string>> = {
  'account-created': 'Account created',
  'account-deleted': 'Account deleted',
  'account-suspended': 'Account suspended',
  'account-resumed': 'Suspension lifted',
  'administrator-made': 'Made administrator',
  'administrator-removed': 'Administrator role removed',
  'password-set': 'Password set',
  'plan-granted': 'Plan set',
  'plan-ended': 'Plan ended',
  'user-id-added': 'API key added',
  'user-id-revoked': 'API key revoked',
  'user-ids-replaced': 'API keys replaced',
};

export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }): ReactElement {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label="Changes, newest first">
      <table className="table operator-table numbers">
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
                  <a href={`#/operators/account?id=${encodeURIComponent(account.id)}`}>{account.email}</a>
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
