import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SERVER = join(ROOT, 'packages', 'server');

export const NEXT_VERSION = '99.0.0';
export const NEXT_STEP = '9001-next-version';

/** What a release may do to tables that older servers use: add. */
const STEP = `
export async function addForNextVersion(tx) {
  await tx.schema.createTable('next_version').addColumn('id', 'text', (column) => column.primaryKey()).execute();
  for (const table of ['account', 'api_key', 'subscription', 'period_usage', 'reservation', 'usage_day', 'session'])
    await tx.schema.alterTable(table)
      .addColumn('next_version', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await tx.schema.createIndex('next_version_of_usage').on('usage_day').column('next_version').execute();
}
`;
const STEPS = `
import { MIGRATIONS as BEFORE } from './before.js';
import { addForNextVersion } from './next-version.js';
export const MIGRATIONS = [...BEFORE, { name: '${NEXT_STEP}', apply: addForNextVersion }];
`;

export interface NextVersion {
  /** Its program. */
  readonly main: string;
  readonly remove: () => Promise<void>;
}

/** The built server as a later release would be: with a higher version and one more step of the tables. */
export async function makeNextVersion(): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-next-'));
  const server = join(folder, 'packages', 'server');
  await mkdir(server, { recursive: true });
  await cp(join(SERVER, 'dist'), join(server, 'dist'), { recursive: true });
  const description = JSON.parse(await readFile(join(SERVER, 'package.json'), 'utf8')) as { version: string };
  const { version } = description;
  await writeFile(join(server, 'package.json'), JSON.stringify({ ...description, version: NEXT_VERSION }));
  // Both folders in which its packages may lie.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(SERVER, 'node_modules'), join(server, 'node_modules'));

  const steps = join(server, 'dist', 'db', 'migrations');
  await rename(join(steps, 'index.js'), join(steps, 'before.js'));
  await writeFile(join(steps, 'next-version.js'), STEP);
  await writeFile(join(steps, 'index.js'), STEPS);
  const shown = join(server, 'dist', 'observe', 'version.js');
  const before = await readFile(shown, 'utf8');
  if (!before.includes(`'${version}'`))
    throw new Error(`The built server does not tell its version ${version}.`);
  await writeFile(shown, before.replace(`'${version}'`, `'${NEXT_VERSION}'`));
  return {
    main: join(server, 'dist', 'boot', 'main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
