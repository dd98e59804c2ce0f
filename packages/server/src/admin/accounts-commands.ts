import { Option, type Command } from 'commander';
import type { AccountRecord } from '../accounts/account-store.js';
import type { Actor, Administration } from '../accounts/administration/administration.js';
import { ACCOUNT_COLUMNS, accountRows } from './accounts-rows.js';
import { confirm } from './confirm.js';
import { formatFlags, formatOf, type FormatFlags } from './format-flags.js';
import { CommandFailure } from './admin-context.js';
import { write, writeFacts, writeRows } from './output.js';
import type { CommandContext } from './command-context.js';

interface CreateFlags {
  readonly passwordStdin?: true;
  readonly plan?: string;
  readonly administrator?: true;
  readonly json?: true;
}

interface PasswordFlags {
  readonly passwordStdin?: true;
  readonly replaceKeys?: true;
  readonly keepKeys?: true;
}

export function addAccountCommands(
  program: Command,
  { withAdmin, input, out, err, note }: CommandContext,
): void {
  const accounts = program.command('accounts').description('list, create, suspend and delete accounts');

  formatFlags(accounts.command('list'))
    .description('all accounts with their plans and the calls of the running month')
    .action((flags: FormatFlags) =>
      withAdmin(({ accountList }) =>
        writeRows(out, formatOf(flags), ACCOUNT_COLUMNS, accountRows(accountList)),
      ),
    );

  accounts
    .command('create')
    .description('a person who can log in, with an account and a user id')
    .argument('<email>')
    .option('--password-stdin', 'take the password from the standard input (default: make one and show it)')
    .option('--plan <plan>', 'subscribe the account to this plan')
    .option('--administrator', 'make it an administrator')
    .option('--json', 'write JSON')
    .action((email: string, flags: CreateFlags) =>
      withAdmin(async (admin) => {
        const { plan = null } = flags;
        // Checked first: an unknown plan must not leave an incomplete account behind.
        if (plan !== null && !admin.plans.has(plan)) throw new CommandFailure(noPlan(plan, admin.plans));
        const people = await import('./manage-people.js');
        const password = flags.passwordStdin === true ? await people.readPassword(input) : null;
        const role = flags.administrator === true ? 'administrator' : 'member';
        const { account, userId, generatedPassword } = await people.createAccount(admin, {
          email,
          password,
          role,
        });
        await admin.record('account-created', account.id, role);
        if (plan !== null) await admin.administration.grantPlan(admin.actor, account, plan, null);
        await writeFacts(out, flags.json === true, {
          account: account.id,
          email: account.label,
          role,
          plan,
          ...(generatedPassword !== null && { password: generatedPassword }),
          user_id: userId,
        });
        if (account.suspendedAt !== null)
          note(`The account ${account.label} is suspended, as the deleted one was; resume lifts it.`);
      }),
    );

  accounts
    .command('password')
    .description(
      'set a new password and end all sessions of the account; the API keys (user ids) are replaced by a new one if its address was never verified',
    )
    .argument('<account>', 'email address or id')
    .option('--password-stdin', 'take the password from the standard input (default: make one and show it)')
    .addOption(new Option('--replace-keys', 'replace the API keys in any case').conflicts('keepKeys'))
    .option('--keep-keys', 'keep the API keys in any case')
    .action((name: string, flags: PasswordFlags) =>
      withAdmin(async (admin) => {
        const account = await admin.accountNamed(name);
        const people = await import('./manage-people.js');
        const password = flags.passwordStdin === true ? await people.readPassword(input) : null;
        const replaceKeys = flags.replaceKeys ?? (flags.keepKeys === true ? false : undefined);
        const set = await people.setPassword(admin, account, password, replaceKeys);
        await admin.record('password-set', account.id);
        if (set.replacedKeys) await admin.record('user-ids-replaced', account.id);
        if (set.generatedPassword !== null) await write(out, `${set.generatedPassword}\n`);
        note(`The password of ${account.label} is set. ${keysNote(set.replacedKeys)}`);
      }),
    );

  const change = (
    verb: string,
    description: string,
    done: string,
    work: (administration: Administration, actor: Actor, account: AccountRecord) => Promise<void>,
  ): void => {
    accounts
      .command(verb)
      .description(description)
      .argument('<account>', 'email address or id')
      .action((name: string) =>
        withAdmin(async ({ administration, actor, accountNamed }) => {
          const account = await accountNamed(name);
          await work(administration, actor, account);
          note(`The account ${account.label} is ${done}.`);
        }),
      );
  };
  change(
    'suspend',
    'refuse all calls of an account from now on',
    'suspended',
    (administration, actor, account) => administration.suspend(actor, account),
  );
  change(
    'resume',
    'accept the calls of a suspended account again',
    'no longer suspended',
    (administration, actor, account) => administration.resume(actor, account),
  );

  accounts
    .command('delete')
    .description(
      'remove the log-in, address, user ids, plan and logs of an account, for good; its usage stays for bills, without a name',
    )
    .argument('<account>', 'email address or id')
    .option('--yes', 'do not ask')
    .action((name: string, { yes }: { yes?: true }) =>
      withAdmin(async ({ administration, actor, accountNamed, openKeys }) => {
        const account = await accountNamed(name);
        const question = `Delete the account ${account.label} with its user id, for good?`;
        if (yes !== true) await confirm(question, input, err);
        await administration.remove(actor, account, await openKeys());
        note(`The account ${account.label} is deleted.`);
      }),
    );
}

const keysNote = (wereReplaced: boolean): string =>
  wereReplaced
    ? 'Its user ids are replaced by a new one, which the portal shows.'
    : 'Its user ids keep working; user-id replace replaces them.';

const noPlan = (plan: string, plans: ReadonlyMap<string, unknown>): string =>
  `There is no plan ${plan}; the catalogue has ${[...plans.keys()].join(', ')}.`;
