import { Option, type Command } from 'commander';
import { DAY_MS, dayOf, DEFAULT_DAYS } from '../../accounts/index.js';
import { readDay, type CommandContext } from './command-context.js';
import { FORMATS, writeRows, type Format } from './output.js';
import { DAY_COLUMNS, PERIOD_COLUMNS, usageByDay, usageByPeriod } from './usage-rows.js';

interface UsageFlags {
  readonly from?: string;
  readonly to?: string;
  readonly by: 'day' | 'period';
  readonly format: Format;
}

export function addUsageCommand(program: Command, { withAdmin, out }: CommandContext): void {
  program
    .command('usage')
    .description(
      'calls by account, day, operation and outcome; or counted calls by month of the subscription',
    )
    .argument('[account]', 'email address or id (default: all accounts)')
    .option('--from <day>', `first day, in UTC (default: ${DEFAULT_DAYS} days up to the last)`, readDay)
    .option('--to <day>', 'last day, in UTC (default: today)', readDay)
    .addOption(
      new Option('--by <what>', 'day; or period: the months that ended in these days, for a bill')
        .choices(['day', 'period'])
        .default('day'),
    )
    .addOption(new Option('--format <format>', 'how to write it').choices(FORMATS).default('table'))
    .action(async (name: string | undefined, flags: UsageFlags, command: Command) => {
      const to = flags.to ?? dayOf(Date.now());
      const from = flags.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
      if (from > to) command.error(`error: --from ${from} is after --to ${to}.`);
      await withAdmin(async ({ database: { db }, accountNamed }) => {
        const accountId = name === undefined ? undefined : (await accountNamed(name)).id;
        const question = { accountId, from, to };
        await (flags.by === 'day'
          ? writeRows(out, flags.format, DAY_COLUMNS, usageByDay(db, question))
          : writeRows(out, flags.format, PERIOD_COLUMNS, usageByPeriod(db, question, Date.now())));
      });
    });
}
