import { useState, type ReactElement } from 'react';
import { getPlans } from '../api/account-api.js';
import type { OfferedPlan } from '../api/account.types.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { useResource } from '../app/use-resource.js';
import { EmptyState } from '../design/empty-state.js';
import { ErrorState } from '../design/error-state.js';
import { Panel } from '../design/panel.js';
import { Skeleton } from '../design/spinner.js';
import { CancelPlan } from './cancel-plan.js';
import { PlanCard } from './plan-card.js';
import { PlanChosen } from './plan-chosen.js';
import './plans.css';

export function PlansPage(): ReactElement {
  const [plans, reload] = useResource(getPlans);
  return (
    <Page
      title="Plans"
      lead="A plan says how many calls you may make in a month, and how fast. No payment is taken here: choosing a plan is all there is to it."
    >
      {plans.state === 'loading' && (
        <Panel>
          <Skeleton label="Loading the plans" lines={6} />
        </Panel>
      )}
      {plans.state === 'failed' && <ErrorState failure={plans.failure} onRetry={reload} />}
      {plans.state === 'ready' && <Offer plans={plans.value} />}
    </Page>
  );
}

function Offer({ plans }: { readonly plans: readonly OfferedPlan[] }): ReactElement {
  const { account } = useSession();
  const [chosen, setChosen] = useState(false);
  const subscription = account?.subscription ?? null;
  const granted = subscription?.active === true && plans.every(({ id }) => id !== subscription.plan.id);
  return (
    <>
      {chosen && subscription !== null && <PlanChosen subscription={subscription} />}
      {granted && (
        <Panel title={`Your plan: ${subscription.plan.name}`}>
          <p>
            The operator of this service gave you this plan. If you change to one below, only the operator can
            give it back.
          </p>
        </Panel>
      )}
      {plans.length === 0 ? (
        <EmptyState title="No plans to choose from">
          The operator of this service gives out plans by hand. Ask them for one.
        </EmptyState>
      ) : (
        <ul className="plans">
          {plans.map((plan) => (
            <li key={plan.id}>
              <PlanCard
                plan={plan}
                subscription={subscription}
                onChosen={() => {
                  setChosen(true);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {subscription?.active === true && <CancelPlan subscription={subscription} />}
      <p className="muted">
        A call counts when a photo was analysed, also when no face was found or the quality gate refused it.
        Refusals and errors of the service do not count. A month runs from the moment you choose your first
        plan.
      </p>
    </>
  );
}
