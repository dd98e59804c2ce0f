import type { Command } from 'commander';
import { write } from './output.js';
import type { Desk } from './desk.js';

export function addOtherCommands(program: Command, { inOffice, out, note }: Desk): void {
  program
    .command('administrators')
    .description('who may administer the service')
    .command('make')
    .description('make an account an administrator')
    .argument('<email>', 'e-mail address or id')
    .action((name: string) =>
      inOffice(async ({ accounts, accountNamed }) => {
        const { id, label } = await accountNamed(name);
        await accounts.setRole(id, 'administrator');
        note(`${label} is an administrator.`);
      }),
    );

  program
    .command('user-id')
    .description('the credential of an account')
    .command('replace')
    .description('write a new user id; the one before stops working at once')
    .argument('<account>', 'e-mail address or id')
    .action((name: string) =>
      inOffice(async ({ accountNamed, openUserIds }) => {
        const { id, label } = await accountNamed(name);
        await write(out, `${await (await openUserIds()).replace(id)}\n`);
        note(`The user id of ${label} is replaced.`);
      }),
    );
}
