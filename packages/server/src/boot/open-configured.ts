import {
  type AccountParts,
  type Accounts,
  IDENTITY_CALLBACK,
  type IdentitySettings,
  type Keys,
  type MailOptions,
  openAccounts,
  openKeys,
  openPlans,
  type Plans,
} from '../accounts/index.js';
import { type Collections, openCollections } from '../people/index.js';
import { ConfigError, type Config } from './config/config.js';
import type { Database } from '../db/database.js';
import { LOCK_DEADLINE_MS, migrate, TooNewDatabase } from '../db/migrate.js';
import { openDatabase, type DatabaseOptions } from '../db/open-database.js';
import { FolderInUse, lockFolder, type FolderLock } from '../db/sqlite/folder-lock.js';
import { cannotWrite } from '../db/sqlite/sqlite-connection.js';

/** Turns a failure caused by a setting into a ConfigError whose message begins with the name of the setting. */
async function forSetting<T>(mustBe: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    // Its message already says what to do.
    if (cause instanceof ConfigError) throw cause;
    // If a host name has several addresses, the message of the AggregateError is empty.
    const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
    const fault = inner instanceof Error ? inner.message : String(inner);
    throw new ConfigError(`${mustBe}, but ${fault}.`, { cause });
  }
}

const DATA_DIR = 'FACET_DATA_DIR must be a folder that can be written to';

/** Locks the data folder for one server, before anything is written. On PostgreSQL there may be several servers. */
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

export const keysOf = ({
  FACET_SECRET: secret,
  FACET_SECRET_FALLBACK: fallbackSecret,
  FACET_DATA_DIR: dataDir,
}: Config): Promise<Keys> => forSetting(DATA_DIR, () => openKeys({ secret, fallbackSecret, dataDir }));

/** The database, migrated. */
export const databaseOf = ({ DATABASE_URL: url, FACET_DATA_DIR: dataDir }: Config): Promise<Database> =>
  forSetting(
    url === undefined ? DATA_DIR : 'DATABASE_URL must be the address of a PostgreSQL database that responds',
    () => openMigrated({ url, dataDir }),
  );

/**
 * An unreachable database only shows at the first query. Migrations have connections of their own, because a step may
 * take longer on large tables than any other statement.
 */
async function openMigrated(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase({ ...options, statementTimeoutMs: LOCK_DEADLINE_MS });
  try {
    await migrate(database);
    if (database.dialect === 'sqlite') return database;
  } catch (error) {
    await database.close();
    throw error instanceof TooNewDatabase ? new ConfigError(error.message, { cause: error }) : error;
  }
  await database.close();
  return openDatabase(options);
}

/** Undefined without a mail server; passwords cannot be reset then. */
const mailOf = ({ FACET_SMTP_URL: url, FACET_MAIL_FROM: from }: Config): MailOptions | undefined =>
  url === undefined || from === undefined ? undefined : { url, from };

/** Undefined without an identity provider. */
function identityOf(config: Config): IdentitySettings | undefined {
  const { FACET_OIDC_ISSUER: issuer, FACET_OIDC_CLIENT_ID: clientId, FACET_PUBLIC_URL: publicUrl } = config;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined;
  return {
    name: config.FACET_OIDC_NAME ?? new URL(issuer).hostname,
    issuer,
    clientId,
    clientSecret: config.FACET_OIDC_CLIENT_SECRET,
    scopes: config.FACET_OIDC_SCOPES,
    redirectUrl: publicUrl + IDENTITY_CALLBACK,
    domains: config.FACET_OIDC_DOMAINS,
    adminClaim: config.FACET_OIDC_ADMIN,
    trustEmail: config.FACET_OIDC_TRUST_EMAIL,
    sessionHours: config.FACET_OIDC_SESSION_HOURS,
  };
}
/** Opens collections as configured, on the database of the accounts, which must be closed after them. */
export const collectionsOf = async (
  config: Config,
  { database }: Pick<Accounts, 'database'>,
  onFault: AccountParts['onFault'],
): Promise<Collections> => {
  const keys = await keysOf(config);
  return forSetting('FACET_COLLECTIONS can only be turned on with pgvector', () =>
    openCollections({
      database,
      keys,
      isOn: config.FACET_COLLECTIONS,
      maxBytes: config.FACET_COLLECTIONS_BYTES,
      onFault,
    }),
  );
};

/** Opens the accounts as configured. */
export async function accountsOf(config: Config, onFault: AccountParts['onFault']): Promise<Accounts> {
  const parts = {
    plans: await plansOf(config),
    keys: await keysOf(config),
    database: await databaseOf(config),
    deadlineMs: config.FACET_DATABASE_DEADLINE_MS,
    requestDeadlineMs: config.FACET_DEADLINE_MS,
    signUp: config.FACET_SIGN_UP,
    passwordPercent: config.FACET_PASSWORD_PERCENT,
    publicUrl: config.FACET_PUBLIC_URL,
    mail: mailOf(config),
    identity: identityOf(config),
    requestLogDays: config.FACET_REQUEST_LOG_DAYS,
    usageDays: config.FACET_USAGE_DAYS,
    auditDays: config.FACET_AUDIT_DAYS,
    onFault,
  };
  try {
    return await openAccounts(parts);
  } catch (cause) {
    // Up to here everything was only read, which also works on a full disk.
    if (!(cause instanceof Error && cannotWrite(cause))) throw cause;
    throw new ConfigError(`${DATA_DIR}, but ${cause.message}.`, { cause });
  }
}
