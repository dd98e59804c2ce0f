import type { ReactElement } from 'react';
import type { Quota } from '../api/account.types.js';
import { calls, count, date } from '../app/words.js';
import { ButtonLink } from '../design/button.js';
import { Meter } from '../design/meter.js';
import { Panel } from '../design/panel.js';

export function QuotaPanel({ quota }: { readonly quota: Quota | null }): ReactElement {
  if (quota === null)
    return (
      <Panel title="No plan">
        <p>Without a plan calls are refused.</p>
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
        <p>{calls(used)} this period, and as many more as you like.</p>
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
          {count(used)} of {count(limit)} used. A new period starts on {date(period_end)}.
        </p>
      </Meter>
      {remaining === 0 && (
        <>
          <p>Until then calls are refused with code 4292. A larger plan takes effect at once.</p>
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
