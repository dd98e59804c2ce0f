import { Command } from 'commander';
import { VERSION } from '../../observe/version.js';
import { addAccountCommands } from './accounts-commands.js';
import { addBackupCommands } from './backup-commands.js';
import type { CommandContext } from './command-context.js';
import { addOtherCommands } from './other-commands.js';
import { addPlanCommands } from './plans-commands.js';
import { addSecretCommands } from './secret-commands.js';
import { addApiKeyCommands } from './api-key-commands.js';
import { addUsageCommand } from './usage-command.js';

const EXAMPLES = `
Examples:
  facet-admin accounts create ada@example.org --plan starter
  facet-admin admins make ada@example.org
  facet-admin plans grant ada@example.org business --until 2027-12-31
  facet-admin usage --from 2027-01-01 --to 2027-01-31 --format csv > january.csv
  facet-admin accounts suspend ada@example.org

It works on the database of the service and reads the same settings: DATABASE_URL, FACET_DATA_DIR,
FACET_SECRET, FACET_SECRET_FALLBACK, FACET_PLANS_FILE, from the environment or --env-file. The service may be running; changes take effect at once.
Exit codes: 0 done, 1 failed, 2 wrong usage or settings.`;

export function adminProgram(context: CommandContext): Command {
  const program = new Command('facet-admin')
    .description('Accounts, plans and usage of a Facet service, for its operator.')
    .version(VERSION, '-V, --version')
    .option('--env-file <file>', 'read the settings from this file, such as /etc/facet.env')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(--help tells more)')
    .helpCommand(false)
    // The caller sets the exit code.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.out.write(text),
      writeErr: (text) => context.err.write(text),
    });
  addAccountCommands(program, context);
  addPlanCommands(program, context);
  addUsageCommand(program, context);
  addOtherCommands(program, context);
  addApiKeyCommands(program, context);
  addSecretCommands(program, context);
  addBackupCommands(program, context);
  return program;
}
