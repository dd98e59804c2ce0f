import { useState, type ReactElement } from 'react';
import { getPlans, signUp, subscribe } from '../api/account-api.js';
import type { Account, OfferedPlan } from '../api/account.types.js';
import { Page } from '../app/page.js';
import { linkWithBack } from '../app/route.js';
import { useSession } from '../app/session.js';
import { useResource } from '../app/use-api.js';
import { count } from '../app/format.js';
import { ButtonLink } from '../design/button.js';
import { SelectField } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { EmptyState } from '../design/states.js';
import { MIN_PASSWORD, newPasswordProblem } from './checks.js';
import { planToStartWith } from '../plans/plan-card.js';
import { CredentialsForm } from './log-in-page.js';

interface SignUpPageProps {
  /** The id of the plan that the user chose before. */
  readonly plan: string | null;
  /** Where the user came from. */
  readonly back: string | null;
}

export function SignUpPage({ plan, back }: SignUpPageProps): ReactElement {
  const { service } = useSession();
  return (
    <Page title="Sign up" lead="Get an API key and a plan, and see what you use." width="narrow">
      {service?.sign_up === 'closed' ? (
        <EmptyState
          title="Sign-up is closed"
          actions={<ButtonLink href={linkWithBack('/log-in', back)}>Log in</ButtonLink>}
        >
          This service does not accept new accounts. Ask its operator for one.
        </EmptyState>
      ) : (
        <Panel>
          <SignUpForm wanted={plan} />
          <p>
            Already have an account? <a href={linkWithBack('/log-in', back)}>Log in</a>
          </p>
        </Panel>
      )}
    </Page>
  );
}

function SignUpForm({ wanted }: { readonly wanted: string | null }): ReactElement {
  const [plans] = useResource(getPlans);
  const [chosen, setChosen] = useState(wanted);
  const offered = plans.state === 'ready' ? plans.value : null;
  const plan = offered && planToStartWith(offered, chosen);
  return (
    <CredentialsForm
      enter={async (email, password) => signUpWithPlan(email, password, await offeredNow(offered), chosen)}
      button="Sign up"
      emailKind="email"
      passwordKind="new-password"
      passwordHint={`At least ${MIN_PASSWORD} characters. A few unrelated words work well.`}
      passwordProblem={newPasswordProblem}
    >
      {offered !== null && plan !== null && (
        <PlanField plans={offered} selected={plan.id} onSelect={setChosen} />
      )}
    </CredentialsForm>
  );
}

/** Loads the plans if the form was filled in before they had loaded. */
const offeredNow = (loaded: readonly OfferedPlan[] | null): Promise<readonly OfferedPlan[]> =>
  loaded === null ? getPlans().catch(() => []) : Promise.resolve(loaded);

async function signUpWithPlan(
  email: string,
  password: string,
  offered: readonly OfferedPlan[],
  chosen: string | null,
): Promise<Account> {
  const account = await signUp(email, password);
  const plan = planToStartWith(offered, chosen);
  // The account exists by now. If the plan cannot be set, the page with the plans comes next.
  return plan === null ? account : subscribe(plan.id).catch(() => account);
}

interface PlanFieldProps {
  readonly plans: readonly OfferedPlan[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** Shows and changes the plan that the new account starts with. */
const PlanField = ({ plans, selected, onSelect }: PlanFieldProps): ReactElement => (
  <SelectField
    label="Plan"
    hint="You can change it at any time. No payment is taken here."
    value={selected}
    options={plans.map(({ id, name, calls_per_month: calls }) => ({
      value: id,
      text: `${name}: ${calls === null ? 'no limit' : `${count(calls)} calls a month`}`,
    }))}
    onChange={onSelect}
  />
);
