import type { Command } from 'commander';
import { iso } from './accounts-rows.js';
import type { CommandContext } from './command-context.js';
import { formatFlags, formatOf, writeRows, type FormatFlags } from './output.js';

const AUDIT_COLUMNS = ['at', 'actor', 'action', 'account', 'email', 'detail'] as const;
const SHOWN_CHANGES = 200;

export function addOtherCommands(program: Command, { withAdmin, out, note }: CommandContext): void {
  const admins = program.command('admins').description('who may use the admin pages of the portal');

  admins
    .command('make')
    .description('make an account with a verified address an admin')
    .argument('<email>', 'email address or id')
    .option(
      '--vouch',
      'you know that the account belongs to the owner of this address, which counts as verified',
    )
    .action((name: string, { vouch = false }: { vouch?: boolean }) =>
      withAdmin(async (admin) => {
        const account = await admin.accountNamed(name);
        const { makeAdmin } = await import('./manage-users.js');
        await makeAdmin(admin, account, vouch);
        note(`${account.label} is an admin.`);
      }),
    );

  admins
    .command('remove')
    .description('take the role from an admin')
    .argument('<email>', 'email address or id')
    .action((name: string) =>
      withAdmin(async ({ adminChanges, actor, accountNamed }) => {
        const account = await accountNamed(name);
        await adminChanges.setRole(actor, account, 'user');
        note(`${account.label} is no longer an admin.`);
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
