import { useState, type ReactElement } from 'react';
import { subscribe } from '../api/account-api.js';
import type { OfferedPlan, Subscription } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { FormDialog } from '../app/form-dialog.js';
import { useAction } from '../app/use-api.js';
import { calls, count, date, rate } from '../app/format.js';
import { Button, ButtonLink } from '../design/button.js';
import { ErrorNotice } from '../design/states.js';

interface PlanCardProps {
  readonly plan: OfferedPlan;
  readonly subscription: Subscription | null;
  readonly onChosen: () => void;
}

const LABELS: Readonly<Record<Exclude<PlanStep, 'current'>, string>> = {
  choose: 'Choose',
  change: 'Change to',
  resume: 'Keep',
};

export function PlanCard({ plan, subscription, onChosen }: PlanCardProps): ReactElement {
  const { account, service, setAccount } = useSession();
  const [isConfirming, setIsConfirming] = useState(false);
  const step = stepTo(plan, subscription);
  const choose = async (): Promise<void> => {
    setAccount(await subscribe(plan.id));
    onChosen();
  };
  const { run, busy, failure } = useAction(choose);
  return (
    <article className={`plan${step === 'current' || step === 'resume' ? ' plan-current' : ''}`}>
      <div className="plan-head">
        <h2>{plan.name}</h2>
        {step === 'current' && <span className="badge">Your plan</span>}
        {step === 'resume' && <span className="badge">Your plan, cancelled</span>}
      </div>
      <p>
        <strong className="plan-calls numbers">
          {plan.calls_per_month === null ? 'No limit' : count(plan.calls_per_month)}
        </strong>
        {plan.calls_per_month !== null && <span className="muted"> calls a month</span>}
      </p>
      <p>{rate(plan.calls_per_second, plan.burst)}</p>
      {service?.collections === true && <p>{keptText(plan)}</p>}
      {plan.summary !== '' && <p className="muted">{plan.summary}</p>}
      <div className="plan-end">
        {failure !== null && <ErrorNotice failure={failure} />}
        {step === 'current' && subscription !== null && (
          <p className="muted numbers">{calls(subscription.used)} made this period</p>
        )}
        {account === null && service?.sign_up !== 'closed' && (
          <ButtonLink href={`#/sign-up?plan=${encodeURIComponent(plan.id)}`}>
            Sign up for {plan.name}
          </ButtonLink>
        )}
        {account !== null && step !== 'current' && (
          <Button
            look={step === 'change' ? 'secondary' : 'primary'}
            busy={busy}
            onClick={() => {
              if (step === 'change') setIsConfirming(true);
              else run();
            }}
          >
            {LABELS[step]} {plan.name}
            {step === 'change' && ' …'}
          </Button>
        )}
      </div>
      {subscription !== null && (
        <FormDialog
          open={isConfirming}
          title={`Change to ${plan.name}?`}
          button={`Change to ${plan.name}`}
          cancel={`Stay on ${subscription.plan.name}`}
          work={choose}
          onClose={() => {
            setIsConfirming(false);
          }}
        >
          {changeWords(plan, subscription).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </FormDialog>
      )}
    </article>
  );
}

/** What an account may keep in its collections. */
function keptText({ collections, people, faces }: OfferedPlan): string {
  const limit = (value: number | null | undefined): string =>
    value == null ? 'any number of' : count(value);
  return `Collections: ${limit(collections)}, with ${limit(people)} people and ${limit(faces)} faces`;
}

/** What a button beside a plan does. */
type PlanStep = 'current' | 'choose' | 'change' | 'resume';

export function stepTo(plan: OfferedPlan, subscription: Subscription | null): PlanStep {
  if (subscription?.active !== true) return 'choose';
  if (subscription.plan.id !== plan.id) return 'change';
  return subscription.ends_at === null ? 'current' : 'resume';
}

/** What a change of plan means, as sentences for the dialog. */
export function changeWords(plan: OfferedPlan, subscription: Subscription): readonly string[] {
  const { used, period_end, ends_at } = subscription;
  const limit = plan.calls_per_month;
  return [
    `${plan.name} replaces ${subscription.plan.name} and takes effect immediately.`,
    `Your period stays the same: it ends on ${date(period_end)}${used === 0 ? '' : `, and the ${calls(used)} you have made in it count towards the new plan`}.`,
    ...(limit !== null && used >= limit
      ? [
          `That uses up the ${count(limit)} calls of ${plan.name}: calls are rejected until ${date(period_end)}.`,
        ]
      : []),
    ...(ends_at === null ? [] : ['Your cancellation is withdrawn.']),
  ];
}

/** The plan of a new account: the one chosen before, or else the first that the operator offers. */
export const planToStartWith = (offered: readonly OfferedPlan[], chosen: string | null): OfferedPlan | null =>
  offered.find(({ id }) => id === chosen) ?? offered[0] ?? null;
