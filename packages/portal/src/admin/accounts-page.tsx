import { useCallback, type ReactElement, type SubmitEvent } from 'react';
import { navigate } from '../app/route.js';
import { Loaded, MoreButton, usePages, useResource } from '../app/use-api.js';
import { count, date } from '../app/format.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { Table } from '../design/table.js';
import { getAccounts, type AccountsPage as Found, type AdminAccount } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

interface AccountsPageProps {
  /** What is searched for; it is in the address, so that it is still there after going back. */
  readonly search: string;
}

export function AccountsPage({ search }: AccountsPageProps): ReactElement {
  const load = useCallback(() => getAccounts(search, null), [search]);
  const found = useResource(load);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('search');
    const wanted = typeof text === 'string' ? text.trim() : '';
    navigate(wanted === '' ? '/admin' : `/admin?search=${encodeURIComponent(wanted)}`);
  };
  return (
    <AdminFrame path="/admin" title="Accounts">
      <Panel>
        <form role="search" className="field-line" onSubmit={submit}>
          <Field
            key={search}
            label="Search"
            name="search"
            defaultValue={search}
            hint="Part of an email address, or an account ID."
          />
          <Button type="submit">Search</Button>
        </form>
        <Loaded of={found} label="Loading the accounts" lines={8}>
          {(first) => <FoundAccounts first={first} search={search} />}
        </Loaded>
      </Panel>
    </AdminFrame>
  );
}

interface FoundAccountsProps {
  readonly first: Found;
  readonly search: string;
}

function FoundAccounts({ first, search }: FoundAccountsProps): ReactElement {
  const pages = usePages(
    first,
    (after) => getAccounts(search, after),
    ({ accounts }) => accounts,
  );
  if (pages.items.length === 0) return <p>{search === '' ? 'No accounts yet.' : 'No account found.'}</p>;
  return (
    <>
      <AccountTable accounts={pages.items} />
      <MoreButton pages={pages} label="Show more accounts" />
    </>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly AdminAccount[] }): ReactElement {
  return (
    <Table
      texts
      label="Accounts, newest first"
      columns={['Account', 'State', 'Plan', 'Calls this period', 'Created']}
    >
      {accounts.map((account) => (
        <tr key={account.id}>
          <th scope="row">
            <a href={`#/admin/account?id=${encodeURIComponent(account.id)}`}>{account.email}</a>
            {account.role === 'admin' && ' (admin)'}
          </th>
          <td>
            <StateBadge state={account.state} />
          </td>
          <td>{account.plan ?? '–'}</td>
          <td>{usedOf(account)}</td>
          <td>{date(account.created_at)}</td>
        </tr>
      ))}
    </Table>
  );
}

export const usedOf = ({ used, quota }: AdminAccount): string =>
  used === null ? '–' : `${count(used)} of ${quota === null ? 'no limit' : count(quota)}`;

const WORDS: Readonly<Record<AdminAccount['state'], string>> = {
  active: 'Active',
  suspended: 'Suspended',
  'no plan': 'No plan',
  'plan ended': 'Plan ended',
  'plan unknown': 'Plan not in the catalogue',
};

export const StateBadge = ({ state }: { readonly state: AdminAccount['state'] }): ReactElement => (
  <span className={`state-badge state-${state.replace(' ', '-')}`}>{WORDS[state]}</span>
);
