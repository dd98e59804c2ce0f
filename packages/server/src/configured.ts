import { openKeys, type Keys } from './accounts/keys.js';
import type { MailOptions } from './accounts/mail.js';
import type { Plans } from './accounts/plans.js';
import { openPlans } from './accounts/plans-file.js';
import { ConfigError, type Config } from './config.js';
import type { Database } from './db/database.js';
import { openDatabase } from './db/open-database.js';

/** What fails because of a setting is told as such, in a sentence that begins with its name. */
async function forSetting<T>(mustBe: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`${mustBe}, but ${fault}.`, { cause });
  }
}

const DATA_DIR = 'FACET_DATA_DIR must be a folder that can be written to';

export const plansOf = ({ FACET_PLANS_FILE: path }: Config): Promise<Plans> =>
  forSetting('FACET_PLANS_FILE must be a JSON file with a list of plans', () => openPlans(path));

export const keysOf = ({ FACET_SECRET: secret, FACET_DATA_DIR: dataDir }: Config): Promise<Keys> =>
  forSetting(DATA_DIR, () => openKeys({ secret, dataDir }));

export const databaseOf = ({ DATABASE_URL: url, FACET_DATA_DIR: dataDir }: Config): Promise<Database> =>
  forSetting(url === undefined ? DATA_DIR : 'DATABASE_URL must name a PostgreSQL database that answers', () =>
    openDatabase({ url, dataDir }),
  );

/** None where no mail server is set; then passwords cannot be reset. */
export const mailOf = ({ FACET_SMTP_URL: url, FACET_MAIL_FROM: from }: Config): MailOptions | undefined =>
  url === undefined || from === undefined ? undefined : { url, from };
