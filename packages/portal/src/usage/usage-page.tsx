import { useCallback, useState, type ReactElement } from 'react';
import { getUsage } from '../api/account-api.js';
import type { Quota } from '../api/account.types.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { Loaded, useResource } from '../app/use-api.js';
import { afterThisPeriod, calls, count } from '../app/format.js';
import { ButtonLink } from '../design/button.js';
import { Meter, Panel } from '../design/panel.js';
import { CallsByDay, RangeChoice, type Range } from './calls-by-day.js';
import { RequestLog } from './request-log.js';
import { UsageTiles } from './usage-tiles.js';
import './usage.css';

export default function UsagePage(): ReactElement {
  const [range, setRange] = useState<Range>(30);
  const load = useCallback(() => getUsage(range), [range]);
  const loaded = useResource(load);
  const [usage] = loaded;
  return (
    <Page title="Usage" lead="Every call is counted exactly. What was in the photos is never kept.">
      {usage.state === 'ready' && (
        <>
          <UsageTiles usage={usage.value} range={range} />
          <QuotaPanel quota={usage.value.quota} />
        </>
      )}
      <Panel title="Calls by day" actions={<RangeChoice range={range} onChoose={setRange} />}>
        <Loaded of={loaded} label="Loading your usage" lines={8}>
          {({ days }) => <CallsByDay rows={days} range={range} />}
        </Loaded>
      </Panel>
      <RequestLog />
    </Page>
  );
}

function QuotaPanel({ quota }: { readonly quota: Quota | null }): ReactElement {
  const endsAt = useSession().account?.subscription?.ends_at ?? null;
  if (quota === null)
    return (
      <Panel title="No plan">
        <p>Calls are rejected until you choose a plan.</p>
        <div>
          <ButtonLink look="primary" href="#/plans">
            Choose a plan
          </ButtonLink>
        </div>
      </Panel>
    );
  const { limit, used, remaining, period_end } = quota;
  if (limit === null || remaining === null)
    return (
      <Panel title="No limit">
        <p>{calls(used)} this period. Your plan has no monthly limit.</p>
      </Panel>
    );
  return (
    <Panel title={remaining > 0 ? `${calls(remaining)} left` : 'Your quota is used up'}>
      <Meter
        label="Calls used this period"
        value={used}
        max={limit}
        words={`${count(used)} of ${count(limit)} calls used`}
      >
        <p className="numbers">
          {count(used)} of {count(limit)} used. {afterThisPeriod({ period_end, ends_at: endsAt })}
        </p>
      </Meter>
      {remaining === 0 && (
        <>
          <p>Further calls are rejected with code 4292. A larger plan takes effect immediately.</p>
          <div>
            <ButtonLink look="primary" href="#/plans">
              Choose a larger plan
            </ButtonLink>
          </div>
        </>
      )}
    </Panel>
  );
}
