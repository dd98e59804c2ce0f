import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Runs a program with a network and a file system of its own, and records what it does to them. It can be the `main` of
 * `startService`. The folder and the command are in the environment: `isolatedEnv`.
 */
export const ISOLATED_MAIN = fileURLToPath(new URL('isolated-main.js', import.meta.url));

/** Every name has this address. It is a public one, and it is answered inside the isolated network. */
export const EVERY_ADDRESS = '93.184.215.14';

/** The folder of a run; the program may write to the first four. */
const FOLDERS = ['home', 'tmp', 'data', 'cache', 'layer'] as const;

export interface IsolatedFolder {
  readonly path: string;
  /** The file at every URL that ends with `/photo.jpg`. */
  readonly photo: string;
  /** What the program has left in its home, or in its folder for temporary files. */
  readonly filesIn: (folder: 'home' | 'tmp') => Promise<readonly string[]>;
  readonly record: () => Promise<IsolationRecord>;
  readonly remove: () => Promise<void>;
}

export type IsolationEvent =
  | { readonly kind: 'lookup'; readonly name: string }
  | { readonly kind: 'connection'; readonly to: string }
  | ({ readonly kind: 'end' } & IsolationEnd);

/** What is known when the program has ended. */
export interface IsolationEnd {
  /** TCP connections and UDP packets by the count of the kernel, without those that were recorded one by one. */
  readonly otherConnections: number;
  readonly otherPackets: number;
  /** Files that were made, changed or deleted anywhere but in the folder of the run. */
  readonly changedFiles: readonly string[];
}

export interface IsolationRecord {
  /** Every name that was looked up, once. */
  readonly lookups: readonly string[];
  readonly connections: readonly string[];
  readonly end: IsolationEnd | null;
}

export async function makeIsolatedFolder(): Promise<IsolatedFolder> {
  const path = await mkdtemp(join(tmpdir(), 'facet-isolated-'));
  for (const name of FOLDERS) await mkdir(join(path, name));
  return {
    path,
    photo: join(path, 'photo.jpg'),
    filesIn: async (folder) => (await readdir(join(path, folder), { recursive: true })).sort(),
    record: () => readRecord(path),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

export const recordFile = (folder: string): string => join(folder, 'record.jsonl');

async function readRecord(folder: string): Promise<IsolationRecord> {
  const text = await readFile(recordFile(folder), 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1);
  const events = lines.map((line) => JSON.parse(line) as IsolationEvent);
  return {
    lookups: [...new Set(events.flatMap((event) => (event.kind === 'lookup' ? [event.name] : [])))].sort(),
    connections: events.flatMap((event) => (event.kind === 'connection' ? [event.to] : [])),
    end: events.find((event) => event.kind === 'end') ?? null,
  };
}

/** The environment of an isolated run. Its program sees only PATH and the settings of the service and of npm. */
export const isolatedEnv = (
  { path }: Pick<IsolatedFolder, 'path'>,
  command: readonly string[],
): Record<string, string> => ({
  ISOLATED_FOLDER: path,
  ISOLATED_COMMAND: JSON.stringify(command),
  FACET_DATA_DIR: join(path, 'data'),
  FACET_CACHE_DIR: join(path, 'cache'),
});

const PROBE_DEADLINE_MS = 30_000;

/** Why programs cannot be isolated here (it needs root on Linux, `unshare`, `ip` and overlayfs); null if they can. */
export async function isolationProblem(): Promise<string | null> {
  const folder = await makeIsolatedFolder();
  try {
    const env = { ...process.env, ...isolatedEnv(folder, [process.execPath, '--version']) };
    await promisify(execFile)(process.execPath, [ISOLATED_MAIN], { env, timeout: PROBE_DEADLINE_MS });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  } finally {
    await folder.remove();
  }
}
