import { useState, type ReactElement } from 'react';
import { cancelSubscription, getPlans } from '../api/account-api.js';
import type { OfferedPlan, Subscription } from '../api/account.types.js';
import { Page } from '../app/page.js';
import { useSession } from '../app/session.js';
import { ActionDialog } from '../app/form-dialog.js';
import { Loaded, useResource } from '../app/use-api.js';
import { date } from '../app/format.js';
import { ButtonLink } from '../design/button.js';
import { CopyButton } from '../design/copy.js';
import { Panel } from '../design/panel.js';
import { EmptyState, Notice } from '../design/states.js';
import { useToast } from '../design/toast.js';
import { PlanCard } from './plan-card.js';
import './plans.css';

export function PlansPage(): ReactElement {
  const plans = useResource(getPlans);
  return (
    <Page
      title="Plans"
      lead="A plan says how many calls you may make in a month, and how fast. No payment is taken here: you only choose a plan."
    >
      <Loaded of={plans} label="Loading the plans" lines={6}>
        {(offered) => <Offer plans={offered} />}
      </Loaded>
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
            The operator of this service assigned this plan to you. If you change to one below, only the
            operator can assign it again.
          </p>
        </Panel>
      )}
      {plans.length === 0 ? (
        <EmptyState title="No plans to choose from">
          The operator of this service assigns plans. Ask them for one.
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
        A call counts when a photo is analysed, even if no face is found or the photo fails the quality check.
        A photo is one call; where you ask for the vectors of many faces, every eight of them count as one.
        Rejected calls and errors of the service do not count. Your month starts when you choose your first
        plan.
      </p>
    </>
  );
}

/** What to do next, right after a plan was chosen. */
function PlanChosen({ subscription }: { readonly subscription: Subscription }): ReactElement {
  const key = useSession().account?.api_key ?? null;
  return (
    <Notice
      title={`You are on ${subscription.plan.name}`}
      announce
      actions={
        <>
          <ButtonLink look="primary" href="#/playground">
            Open the playground
          </ButtonLink>
          {key === null ? (
            <ButtonLink href="#/account/keys">Create an API key</ButtonLink>
          ) : (
            <CopyButton text={key} what="your API key" label="Copy your API key" look="secondary" />
          )}
        </>
      }
    >
      It takes effect immediately.
    </Notice>
  );
}

function CancelPlan({ subscription }: { readonly subscription: Subscription }): ReactElement {
  const { plan, ends_at, period_end } = subscription;
  const { setAccount } = useSession();
  const toast = useToast();
  if (ends_at !== null)
    return (
      <Notice tone="warn" title={`${plan.name} ends on ${date(ends_at)}`}>
        Everything works as before until then, and the plan does not renew. Afterwards calls are rejected
        (code 4004) until you choose a plan again.
      </Notice>
    );
  return (
    <Panel title="Cancel">
      <p className="muted">
        A cancelled plan works until the end of its period, {date(period_end)}. Your account stays.
      </p>
      <div>
        <ActionDialog
          danger
          label={`Cancel ${plan.name}`}
          title={`Cancel ${plan.name}?`}
          button={`Cancel ${plan.name}`}
          cancel={`Keep ${plan.name}`}
          work={async () => {
            setAccount(await cancelSubscription());
            toast(`${plan.name} is cancelled.`);
          }}
        >
          <p>
            It keeps working until {date(period_end)}. After that, calls are rejected until you choose a plan
            again. You can withdraw the cancellation until then.
          </p>
        </ActionDialog>
      </div>
    </Panel>
  );
}
