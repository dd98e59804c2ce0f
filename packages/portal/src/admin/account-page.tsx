import { useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { useResource } from '../app/use-api.js';
import { useSession } from '../app/session.js';
import { count, date, facesText, moment, peopleText } from '../app/format.js';
import { FactList, type Fact } from '../design/fact-list.js';
import { ErrorState, Skeleton } from '../design/states.js';
import { Panel } from '../design/panel.js';
import { CallsByDay } from '../usage/calls-by-day.js';
import { AccountChanges } from './account-changes.js';
import { StateBadge, usedOf } from './accounts-page.js';
import { AuditTable } from './audit-page.js';
import { getAccountDetails, type AccountDetails, type AdminAccount } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

const RANGE = 30;

export function AccountPage({ id }: { readonly id: string }): ReactElement {
  const load = useCallback(() => getAccountDetails(id), [id]);
  const [loaded, reload] = useResource(load);
  // Keep showing the previous state while a change is loading.
  const [shown, setShown] = useState<AccountDetails | null>(null);
  if (loaded.state === 'ready' && loaded.value !== shown) setShown(loaded.value);
  const details = shown;
  return (
    <AdminFrame path="/admin" title={details?.account.email ?? 'Account'} lead={<code>{id}</code>}>
      {details === null && loaded.state === 'loading' && <Skeleton label="Loading the account" lines={8} />}
      {loaded.state === 'failed' && <ErrorState failure={loaded.failure} onRetry={reload} />}
      {details !== null && <Details details={details} onChanged={reload} />}
    </AdminFrame>
  );
}

interface DetailsProps {
  readonly details: AccountDetails;
  readonly onChanged: () => void;
}

function Details({ details, onChanged }: DetailsProps): ReactElement {
  const { account, api_keys, days, audit } = details;
  const { account: own, service } = useSession();
  const isOwn = own?.email === account.email;
  return (
    <>
      <div className="admin-grid">
        <Panel title="Account">
          <FactList className="facts" facts={factsOf(details, service?.collections === true)} />
        </Panel>
        <AccountChanges account={account} isOwn={isOwn} onChanged={onChanged} />
      </div>
      <Panel title="API keys">
        {api_keys.length === 0 && <p>None.</p>}
        <ul>
          {api_keys.map(({ name, created_at, last_used_at }) => (
            <li key={name}>
              <strong>{name}</strong>, created {date(created_at)},{' '}
              {last_used_at === null ? 'never used' : `last used ${moment(last_used_at)}`}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Calls by day">
        <CallsByDay rows={days} range={RANGE} />
      </Panel>
      <Panel title="Changes by admins">
        {audit.length === 0 ? <p>None.</p> : <AuditTable entries={audit} />}
      </Panel>
    </>
  );
}

/** How many, never who. */
const keptText = ({ collections, people, faces }: AdminAccount): string =>
  `${count(collections)}, with ${peopleText(people)} and ${facesText(faces)}`;

const factsOf = ({ account, audit }: AccountDetails, keepsPeople: boolean): Fact<ReactNode>[] => [
  {
    label: 'State',
    text: (
      <>
        <StateBadge state={account.state} />
        {account.suspended && <SuspensionReason audit={audit} />}
      </>
    ),
  },
  { label: 'Role', text: account.role },
  { label: 'Created', text: date(account.created_at) },
  { label: 'Plan', text: account.plan ?? 'none' },
  { label: 'Calls this period', text: usedOf(account) },
  ...(account.period_end === null ? [] : [{ label: 'Period ends', text: date(account.period_end) }]),
  ...(account.plan_ends === null ? [] : [{ label: 'Plan ends', text: moment(account.plan_ends) }]),
  ...(keepsPeople ? [{ label: 'Collections', text: keptText(account) }] : []),
];

/** Why the account is suspended, if an admin has said so. */
function SuspensionReason({ audit }: Pick<AccountDetails, 'audit'>): ReactElement | null {
  const reason = audit.find(({ action }) => action === 'account-suspended')?.detail ?? '';
  return reason === '' ? null : <p className="small">{reason}</p>;
}
