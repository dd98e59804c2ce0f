import type { Command } from 'commander';
import type { Desk } from './desk.js';

export function addOtherCommands(program: Command, { inOffice, note }: Desk): void {
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
}
