import type { Command } from 'commander';
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

  administrators
    .command('make')
    .description('make an account with a verified address an administrator')
    .argument('<email>', 'email address or id')
    .option(
      '--vouch',
      'you know that the account belongs to the owner of this address, which counts as verified',
    )
    .action((name: string, { vouch = false }: { vouch?: boolean }) =>
      withAdmin(async (admin) => {
        const account = await admin.accountNamed(name);
        const { makeAdministrator } = await import('./manage-people.js');
        await makeAdministrator(admin, account, vouch);
        note(`${account.label} is an administrator.`);
      }),
    );

  administrators
    .command('remove')
    .description('take the role from an administrator')
    .argument('<email>', 'email address or id')
    .action((name: string) =>
      withAdmin(async ({ administration, actor, accountNamed }) => {
        const account = await accountNamed(name);
        await administration.setRole(actor, account, 'member');
        note(`${account.label} is no longer an administrator.`);
      }),
    );

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
