import { InvalidArgumentError, type Command } from 'commander';
import { endOfDay, type Subscription } from '../../accounts/index.js';
import { iso } from './accounts-rows.js';
import { readDay, type CommandContext } from './command-context.js';
import { formatFlags, formatOf, writeRows, type FormatFlags } from './output.js';

const PLAN_COLUMNS = [
  'plan',
  'name',
  'calls_per_month',
  'calls_per_second',
  'burst',
  'self_service',
  'accounts',
] as const;

export function addPlanCommands(program: Command, { withAdmin, out, note }: CommandContext): void {
  const plans = program.command('plans').description('list plans, grant one to an account, end it');

  formatFlags(plans.command('list'))
    .description('the catalogue, and how many accounts have each plan')
    .action((flags: FormatFlags) =>
      withAdmin(async ({ plans: catalogue, subscriptions }) => {
        const counts = await subscriptions.countByPlan();
        const known = [...catalogue.values()].map((plan) => ({
          plan: plan.id,
          name: plan.name,
          calls_per_month: plan.callsPerMonth,
          calls_per_second: plan.callsPerSecond,
          burst: plan.burst,
          self_service: plan.selfService,
          accounts: counts.get(plan.id) ?? 0,
        }));
        await writeRows(out, formatOf(flags), PLAN_COLUMNS, known);
        for (const [plan, accounts] of counts)
          if (!catalogue.has(plan))
            note(
              `The plan ${plan} of ${accounts} account(s) is not in the catalogue; their calls are rejected.`,
            );
      }),
    );

  plans
    .command('grant')
    .description('give an account a plan, now, whether users may choose it or not')
    .argument('<account>', 'email address or id')
    .argument('<plan>')
    .option('--until <day>', 'last day of the plan (UTC; default: no end)', readDay)
    .action((name: string, plan: string, { until }: { until?: string }) =>
      withAdmin(async ({ accountNamed, adminChanges, actor }) => {
        const account = await accountNamed(name);
        const end = until === undefined ? null : endOfDay(until);
        note(planSentence(account.label, await adminChanges.grantPlan(actor, account, plan, end)));
      }),
    );

  plans
    .command('end')
    .description('end the plan of an account')
    .argument('<account>', 'email address or id')
    .option('--at <when>', 'a last day (UTC), now, or period-end', readEnd, 'period-end')
    .action((name: string, { at }: { at: string }) =>
      withAdmin(async ({ accountNamed, adminChanges, actor }) => {
        const account = await accountNamed(name);
        const end = at === 'period-end' || at === 'now' ? at : endOfDay(at);
        note(planSentence(account.label, await adminChanges.endPlan(actor, account, end)));
      }),
    );
}

function readEnd(text: string): string {
  if (text === 'now' || text === 'period-end') return text;
  const day = readDay(text);
  if (endOfDay(day) <= Date.now()) throw new InvalidArgumentError('The day is in the past; use now instead.');
  return day;
}

const planSentence = (label: string, { plan, endsAt, active }: Subscription): string => {
  const end = endsAt === null ? 'has no end' : `${active ? 'ends' : 'ended'} at ${iso(endsAt) ?? ''}`;
  return `The plan ${plan} of ${label} ${end}.`;
};
