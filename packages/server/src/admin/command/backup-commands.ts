import type { Command } from 'commander';
import { backupTo, restoreFrom } from '../../db/backup.js';
import type { CommandContext } from './command-context.js';

export function addBackupCommands(program: Command, { withAdmin, note }: CommandContext): void {
  program
    .command('init')
    .description('make the database with its tables, or bring it up to this version')
    .action(() =>
      withAdmin(
        ({ database }) => {
          note(
            database.dialect === 'sqlite'
              ? `The database ${database.path} is ready.`
              : 'The database is ready.',
          );
          return Promise.resolve();
        },
        { mayCreate: true },
      ),
    );

  program
    .command('backup')
    .description(
      'copy the database into a new file, while the service runs; on PostgreSQL, without collections',
    )
    .argument('<file>')
    .action((file: string) =>
      withAdmin(async ({ database }) => {
        const leftOut = await backupTo(database, file);
        note(`The database is in ${file}. Keep the secret too, in another place: it is not in there.`);
        if (leftOut > 0)
          note(
            `NOT in there: ${leftOut} collections with their people. Use pg_dump, or export each collection.`,
          );
      }),
    );

  program
    .command('restore')
    .description('fill an empty database from a backup, of SQLite or PostgreSQL alike')
    .argument('<file>')
    .action((file: string) =>
      withAdmin(
        async ({ database }) => {
          const { rows, leftOut } = await restoreFrom(database, file);
          note(`${rows} rows are restored. They need the secret of the service that they come from.`);
          if (leftOut > 0)
            note(
              `NOT restored: ${leftOut} collections with their people. Export each from SQLite, and import it.`,
            );
        },
        { mayCreate: true },
      ),
    );
}
