import type { Command } from 'commander';
import { userIdName } from '../accounts/user-ids/user-id-name.js';
import { ServiceError } from '../errors.js';
import { iso } from './accounts-rows.js';
import type { CommandContext } from './command-context.js';
import { formatFlags, formatOf, type FormatFlags } from './format-flags.js';
import { CommandFailure } from './admin-context.js';
import { write, writeRows } from './output.js';

const COLUMNS = ['name', 'created', 'last_used'] as const;
const ACCOUNT = ['<account>', 'email address or id'] as const;

export function addUserIdCommands(program: Command, { withAdmin, out, note }: CommandContext): void {
  const userId = program.command('user-id').description('the credentials of an account');

  formatFlags(userId.command('list'))
    .description('the user ids of an account by name, with the day of their last use')
    .argument(...ACCOUNT)
    .action((account: string, flags: FormatFlags) =>
      withAdmin(async ({ accountNamed, openUserIds }) => {
        const listed = await (await openUserIds()).list((await accountNamed(account)).id);
        const rows = listed.map(({ name, createdAt, lastUsedAt }) => ({
          name,
          created: iso(createdAt),
          last_used: iso(lastUsedAt),
        }));
        await writeRows(out, formatOf(flags), COLUMNS, rows);
      }),
    );

  userId
    .command('add')
    .description('create another user id; the others keep working')
    .argument(...ACCOUNT)
    .argument('<name>', 'what it is for')
    .action((account: string, name: string) =>
      withAdmin(async ({ accountNamed, openUserIds, record }) => {
        const { id, label } = await accountNamed(account);
        const checked = userIdName.safeParse(name);
        if (!checked.success)
          throw new CommandFailure(`The name must be ${checked.error.issues[0]?.message ?? 'valid'}.`);
        const made = await (await openUserIds()).add(id, checked.data).catch(asFailure);
        await record('user-id-added', id, checked.data);
        await write(out, `${made}\n`);
        note(`${label} has one more user id, "${checked.data}".`);
      }),
    );

  userId
    .command('revoke')
    .description('end one user id at once; the others keep working')
    .argument(...ACCOUNT)
    .argument('<name>', 'as shown by user-id list')
    .action((account: string, name: string) =>
      withAdmin(async ({ accountNamed, openUserIds, record }) => {
        const { id, label } = await accountNamed(account);
        if (!(await (await openUserIds()).revoke(id, name)))
          throw new CommandFailure(`${label} has no user id "${name}".`);
        await record('user-id-revoked', id, name);
        note(`The user id "${name}" of ${label} is revoked.`);
      }),
    );

  userId
    .command('replace')
    .description('replace all user ids with a new one; the old ones stop working immediately')
    .argument(...ACCOUNT)
    .action((account: string) =>
      withAdmin(async ({ accountNamed, openUserIds, record }) => {
        const { id, label } = await accountNamed(account);
        const made = await (await openUserIds()).replace(id);
        await record('user-ids-replaced', id);
        await write(out, `${made}\n`);
        note(`The user id of ${label} is replaced.`);
      }),
    );
}

/** Turns a service error into a message for the operator. */
function asFailure(error: unknown): never {
  if (error instanceof ServiceError) throw new CommandFailure(error.message, { cause: error });
  throw error;
}
