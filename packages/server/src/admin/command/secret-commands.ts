import type { Command } from 'commander';
import { rotateSecret } from '../rotate-secret.js';
import { CommandFailure } from './admin-context.js';
import { confirm, type CommandContext } from './command-context.js';

const QUESTION =
  'Do all servers run with the new secret as FACET_SECRET and the old one as FACET_SECRET_FALLBACK? Any other server will reject the API keys that are moved.';

export function addSecretCommands(program: Command, { withAdmin, input, err, note }: CommandContext): void {
  program
    .command('secret')
    .description('change the secret of the service')
    .command('rotate')
    .description('move what is stored from the secret in FACET_SECRET_FALLBACK to the one in FACET_SECRET')
    .option('--yes', 'do not ask')
    .action(({ yes }: { yes?: true }) =>
      withAdmin(async ({ database, openKeys }) => {
        const { fallback, ...keys } = await openKeys();
        if (fallback === undefined)
          throw new CommandFailure(
            'FACET_SECRET_FALLBACK must be set to the old secret, and FACET_SECRET to the new one.',
          );
        if (yes !== true) await confirm(QUESTION, input, err);
        for (const { what, rekeyed, left, advice } of await rotateSecret(database.db, {
          ...keys,
          fallback,
        })) {
          const counted = (count: number): string => `${count} ${count === 1 ? what.one : what.many}`;
          note(`Moved to the new secret: ${counted(rekeyed)}.`);
          if (left > 0) note(`Left as stored: ${counted(left)}. ${advice}`);
        }
      }),
    );
}
