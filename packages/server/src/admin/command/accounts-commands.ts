import { Option, type Command } from 'commander';
import type { AccountRecord } from '../../accounts/index.js';
import type { Actor, AdminChanges } from '../admin-changes.js';
import { ACCOUNT_COLUMNS, accountRows } from './accounts-rows.js';
import { confirm, type CommandContext } from './command-context.js';
import { formatFlags, formatOf, write, writeFacts, writeRows, type FormatFlags } from './output.js';
import { CommandFailure } from './admin-context.js';

interface CreateFlags {
  readonly passwordStdin?: true;
  readonly plan?: string;
  readonly admin?: true;
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
    .description('a user who can log in, with an account and an API key')
    .argument('<email>')
    .option('--password-stdin', 'take the password from the standard input (default: make one and show it)')
    .option('--plan <plan>', 'subscribe the account to this plan')
    .option('--admin', 'make it an admin')
    .option('--json', 'write JSON')
    .action((email: string, flags: CreateFlags) =>
      withAdmin(async (admin) => {
        const { plan = null } = flags;
        // Checked first: an unknown plan must not leave an incomplete account behind.
        if (plan !== null && !admin.plans.has(plan)) throw new CommandFailure(noPlan(plan, admin.plans));
        const users = await import('./manage-users.js');
        const password = flags.passwordStdin === true ? await users.readPassword(input) : null;
        const role = flags.admin === true ? 'admin' : 'user';
        const { account, apiKey, generatedPassword } = await users.createAccount(admin, {
          email,
          password,
          role,
        });
        await admin.record('account-created', account.id, role);
        if (plan !== null) await admin.adminChanges.grantPlan(admin.actor, account, plan, null);
        await writeFacts(out, flags.json === true, {
          account: account.id,
          email: account.label,
          role,
          plan,
          ...(generatedPassword !== null && { password: generatedPassword }),
          api_key: apiKey,
        });
        if (account.suspendedAt !== null)
          note(`The account ${account.label} is suspended, as the deleted one was; resume lifts it.`);
      }),
    );

  accounts
    .command('create-service')
    .description('an account for programs, without a log-in: its API keys outlive every user')
    .argument('<name>', 'such as nightly-import')
    .option('--plan <plan>', 'subscribe the account to this plan')
    .option('--json', 'write JSON')
    .action((name: string, { plan = null, json }: { plan?: string | null; json?: true }) =>
      withAdmin(async (admin) => {
        if (plan !== null && !admin.plans.has(plan)) throw new CommandFailure(noPlan(plan, admin.plans));
        const { createServiceAccount } = await import('./manage-users.js');
        const { account, apiKey } = await createServiceAccount(admin, name);
        await admin.record('account-created', account.id, 'service');
        if (plan !== null) await admin.adminChanges.grantPlan(admin.actor, account, plan, null);
        await writeFacts(out, json === true, {
          account: account.id,
          name: account.label,
          plan,
          api_key: apiKey,
        });
      }),
    );

  accounts
    .command('password')
    .description(
      'set a new password and end all sessions of the account; the API keys are replaced by a new one if its address was never verified',
    )
    .argument('<account>', 'email address or id')
    .option('--password-stdin', 'take the password from the standard input (default: make one and show it)')
    .addOption(new Option('--replace-keys', 'replace the API keys in any case').conflicts('keepKeys'))
    .option('--keep-keys', 'keep the API keys in any case')
    .action((name: string, flags: PasswordFlags) =>
      withAdmin(async (admin) => {
        const account = await admin.accountNamed(name);
        const users = await import('./manage-users.js');
        const password = flags.passwordStdin === true ? await users.readPassword(input) : null;
        const replaceKeys = flags.replaceKeys ?? (flags.keepKeys === true ? false : undefined);
        const set = await users.setPassword(admin, account, password, replaceKeys);
        await admin.record('password-set', account.id);
        if (set.replacedKeys) await admin.record('api-keys-replaced', account.id);
        if (set.generatedPassword !== null) await write(out, `${set.generatedPassword}\n`);
        note(`The password of ${account.label} is set. ${keysNote(set.replacedKeys)}`);
      }),
    );

  const change = (
    verb: string,
    description: string,
    done: string,
    work: (adminChanges: AdminChanges, actor: Actor, account: AccountRecord) => Promise<void>,
  ): void => {
    accounts
      .command(verb)
      .description(description)
      .argument('<account>', 'email address or id')
      .action((name: string) =>
        withAdmin(async ({ adminChanges, actor, accountNamed }) => {
          const account = await accountNamed(name);
          await work(adminChanges, actor, account);
          note(`The account ${account.label} is ${done}.`);
        }),
      );
  };
  change(
    'suspend',
    'reject all calls of an account from now on',
    'suspended',
    (adminChanges, actor, account) => adminChanges.suspend(actor, account),
  );
  change(
    'resume',
    'accept the calls of a suspended account again',
    'no longer suspended',
    (adminChanges, actor, account) => adminChanges.resume(actor, account),
  );

  accounts
    .command('delete')
    .description(
      'remove the log-in, address, API keys, plan and logs of an account, for good; its usage stays for bills, without a name',
    )
    .argument('<account>', 'email address or id')
    .option('--yes', 'do not ask')
    .action((name: string, { yes }: { yes?: true }) =>
      withAdmin(async ({ adminChanges, actor, accountNamed, openKeys }) => {
        const account = await accountNamed(name);
        const question = `Delete the account ${account.label} with its API key, for good?`;
        if (yes !== true) await confirm(question, input, err);
        await adminChanges.remove(actor, account, await openKeys());
        note(`The account ${account.label} is deleted.`);
      }),
    );
}

const keysNote = (wereReplaced: boolean): string =>
  wereReplaced
    ? 'Its API keys are replaced by a new one, which the portal shows.'
    : 'Its API keys keep working; api-keys replace replaces them.';

const noPlan = (plan: string, plans: ReadonlyMap<string, unknown>): string =>
  `There is no plan ${plan}; the catalogue has ${[...plans.keys()].join(', ')}.`;
