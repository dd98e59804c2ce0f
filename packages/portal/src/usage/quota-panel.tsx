import type { ReactElement } from 'react';
import type { Quota } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { calls, count } from '../app/words.js';
import { ButtonLink } from '../design/button.js';
import { Meter } from '../design/meter.js';
import { Panel } from '../design/panel.js';
import { afterThisPeriod } from '../plans/period-words.js';

export function QuotaPanel({ quota }: { readonly quota: Quota | null }): ReactElement {
  const endsAt = useSession().account?.subscription?.ends_at ?? null;
  if (quota === null)
    return (
      <Panel title="No plan">
        <p>Calls are refused until you choose a plan.</p>
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
          <p>Further calls are refused with code 4292. A larger plan takes effect immediately.</p>
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
