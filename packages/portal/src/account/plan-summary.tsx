import type { ReactElement } from 'react';
import type { Subscription } from '../api/account.types.js';
import { calls, count, rate } from '../app/words.js';
import { ButtonLink } from '../design/button.js';
import { Meter } from '../design/meter.js';
import { Panel } from '../design/panel.js';
import { afterThisPeriod } from '../plans/period-words.js';

export function PlanSummary({ subscription }: { readonly subscription: Subscription | null }): ReactElement {
  if (subscription?.active !== true)
    return (
      <Panel title="Plan">
        <p>
          {subscription === null
            ? 'You have no plan yet. Calls are refused until you choose one.'
            : `Your plan ${subscription.plan.name} has ended. Calls are refused until you choose one.`}
        </p>
        <div>
          <ButtonLink look="primary" href="#/plans">
            Choose a plan
          </ButtonLink>
        </div>
      </Panel>
    );
  const { plan, used } = subscription;
  return (
    <Panel title={`Plan: ${plan.name}`} actions={<a href="#/plans">Change</a>}>
      {plan.calls_per_month === null ? (
        <p>{calls(used)} this period, without a limit.</p>
      ) : (
        <Meter
          label="Calls used this period"
          value={used}
          max={plan.calls_per_month}
          words={`${count(used)} of ${count(plan.calls_per_month)} calls used`}
        >
          <p className="numbers">
            {count(used)} of {count(plan.calls_per_month)} calls used.
          </p>
        </Meter>
      )}
      <p>{afterThisPeriod(subscription)}</p>
      <p className="muted">{rate(plan.calls_per_second, plan.burst)}.</p>
      <p>
        <a href="#/usage">See your usage</a>
      </p>
    </Panel>
  );
}
