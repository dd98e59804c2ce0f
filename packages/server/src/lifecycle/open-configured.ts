import { openKeys, type Keys } from '../accounts/user-ids/keys.js';
import { openAccounts, type AccountParts, type Accounts } from '../accounts/open-accounts.js';
import type { MailOptions } from '../accounts/people/mail.js';
import type { Plans } from '../accounts/plans/plans.js';
import { openPlans } from '../accounts/plans/plans-file.js';
import { ConfigError, type Config } from '../config/config.js';
import type { Database } from '../db/database.js';
import { migrate, TooNewDatabase } from '../db/migrate.js';
import { openDatabase, type DatabaseOptions } from '../db/open-database.js';
import { FolderInUse, lockFolder, type FolderLock } from '../db/sqlite/folder-lock.js';
import { cannotWrite } from '../db/sqlite/sqlite-connection.js';

/** What fails because of a setting is told as such, in a sentence that begins with its name. */
async function forSetting<T>(mustBe: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    // Such a failure says by itself what is to do.
    if (cause instanceof ConfigError) throw cause;
    // Where a name has several addresses, each with its own failure, the message is empty.
    const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    const fault = inner instanceof Error ? inner.message : String(inner);
    throw new ConfigError(`${mustBe}, but ${fault}.`, { cause });
  }
}

const DATA_DIR = 'FACET_DATA_DIR must be a folder that can be written to';

/** For a server, before it writes anything: no other works on the folder. Servers on PostgreSQL may be many. */
export async function lockOf({
  DATABASE_URL: url,
  FACET_DATA_DIR: dataDir,
}: Config): Promise<FolderLock | null> {
  if (url !== undefined) return null;
  return forSetting(DATA_DIR, async () => {
    try {
      return await lockFolder(dataDir);
    } catch (cause) {
      if (!(cause instanceof FolderInUse)) throw cause;
      throw new ConfigError(
        `FACET_DATA_DIR must be a folder that no other server uses, but ${cause.message}.`,
        {
          cause,
        },
      );
    }
  });
}

export const plansOf = ({ FACET_PLANS_FILE: path }: Config): Promise<Plans> =>
  forSetting('FACET_PLANS_FILE must be a JSON file with a list of plans', () => openPlans(path));

export const keysOf = ({ FACET_SECRET: secret, FACET_DATA_DIR: dataDir }: Config): Promise<Keys> =>
  forSetting(DATA_DIR, () => openKeys({ secret, dataDir }));

/** The database with its tables up to date. */
export const databaseOf = ({ DATABASE_URL: url, FACET_DATA_DIR: dataDir }: Config): Promise<Database> =>
  forSetting(
    url === undefined ? DATA_DIR : 'DATABASE_URL must be the address of a PostgreSQL database that answers',
    () => openMigrated({ url, dataDir }),
  );

/** Whether a database answers at all shows with the first question to it. */
async function openMigrated(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof TooNewDatabase ? new ConfigError(error.message, { cause: error }) : error;
  }
}

/** None where no mail server is set; then passwords cannot be reset. */
const mailOf = ({ FACET_SMTP_URL: url, FACET_MAIL_FROM: from }: Config): MailOptions | undefined =>
  url === undefined || from === undefined ? undefined : { url, from };

/** Everything about who may call, as the settings say. */
export async function accountsOf(config: Config, onFault: AccountParts['onFault']): Promise<Accounts> {
  const parts = {
    plans: await plansOf(config),
    keys: await keysOf(config),
    database: await databaseOf(config),
    deadlineMs: config.FACET_DATABASE_DEADLINE_MS,
    requestDeadlineMs: config.FACET_DEADLINE_MS,
    signUp: config.FACET_SIGN_UP,
    publicUrl: config.FACET_PUBLIC_URL,
    mail: mailOf(config),
    requestLogDays: config.FACET_REQUEST_LOG_DAYS,
    onFault,
  };
  try {
    return await openAccounts(parts);
  } catch (cause) {
    // Reading alone, as up to here, is possible on a full disk, too.
    if (!(cause instanceof Error && cannotWrite(cause))) throw cause;
    throw new ConfigError(`${DATA_DIR}, but ${cause.message}.`, { cause });
  }
}
