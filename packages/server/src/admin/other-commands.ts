import type { Command } from 'commander';
import type { Role } from '../accounts/account-store.js';
import { iso } from './accounts-rows.js';
import type { CommandContext } from './command-context.js';
import { formatFlags, formatOf, type FormatFlags } from './format-flags.js';
import { writeRows } from './output.js';

const AUDIT_COLUMNS = ['at', 'actor', 'action', 'account', 'email', 'detail'] as const;
const SHOWN_CHANGES = 200;

export function addOtherCommands(program: Command, { withAdmin, out, note }: CommandContext): void {
  const administrators = program
    .command('administrators')
    .description('who may use the administration pages of the portal');

  const setRole = (verb: string, description: string, role: Role, done: string): void => {
    administrators
      .command(verb)
      .description(description)
      .argument('<email>', 'email address or id')
      .action((name: string) =>
        withAdmin(async ({ administration, actor, accountNamed }) => {
          const account = await accountNamed(name);
          await administration.setRole(actor, account, role);
          note(`${account.label} ${done}.`);
        }),
      );
  };
  setRole('make', 'make an account an administrator', 'administrator', 'is an administrator');
  setRole('remove', 'take the role from an administrator', 'member', 'is no longer an administrator');

  formatFlags(program.command('audit'))
    .description(`the newest ${SHOWN_CHANGES} changes: who, what and when`)
    .action((flags: FormatFlags) =>
      withAdmin(async ({ auditLog }) => {
        const { rows } = await auditLog.page({ limit: SHOWN_CHANGES });
        const shown = rows.map(({ at, actor, actorLabel, action, accountId, accountLabel, detail }) => ({
          at: iso(at),
          actor: actorLabel ?? actor,
          action,
          account: accountId,
          email: accountLabel,
          detail,
        }));
        await writeRows(out, formatOf(flags), AUDIT_COLUMNS, shown);
      }),
    );
}
