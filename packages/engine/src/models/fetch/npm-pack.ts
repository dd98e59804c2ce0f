import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tarballSpec, type Tarball } from '../manifest.js';
import { fetchFailed } from '../model-errors.js';
import { NPM_OPTIONS, runCommand, type CommandResult } from './npm-command.js';

const MAX_REASON_LENGTH = 800;

interface NpmPackOptions {
  readonly npmCommand: readonly string[];
  readonly deadlineMs: number;
  readonly onBytes: (bytes: number) => void;
}

/** Downloads a tarball with the user's npm client and registry settings, and returns its path. */
export async function npmPack(tarball: Tarball, workDir: string, options: NpmPackOptions): Promise<string> {
  const destination = join(workDir, 'pack');
  const npmCache = join(workDir, 'npm');
  await mkdir(destination);
  const result = await reportDownload(
    npmCache,
    options.onBytes,
    pack(tarball, destination, npmCache, options),
  );
  if (result.status !== 'ok') throw fetchFailed(tarball, reasonOf(result, options));
  const packed = (await readdir(destination)).filter((name) => name.endsWith('.tgz'));
  const [name] = packed;
  if (name === undefined || packed.length > 1) {
    throw fetchFailed(tarball, `npm left ${packed.length} tarballs instead of one`);
  }
  return join(destination, name);
}

async function pack(
  tarball: Tarball,
  destination: string,
  npmCache: string,
  options: NpmPackOptions,
): Promise<CommandResult> {
  const command = [
    ...options.npmCommand,
    'pack',
    tarballSpec(tarball),
    `--pack-destination=${destination}`,
    '--ignore-scripts',
    // Not silent: npm's errors are the best hint for the user.
    ...NPM_OPTIONS,
    // An outer `npm --dry-run` reaches us through the environment.
    '--dry-run=false',
  ];
  // npm writes the tarball at once at its end, but streams it into its cache: a cache of our own shows the growth,
  // and leaves no second copy with the user.
  const result = await runCommand([...command, `--cache=${npmCache}`], options.deadlineMs);
  // An npm set to work offline can only serve from the user's own cache.
  if (result.status === 'failed' && result.errorText.includes('ENOTCACHED')) {
    return runCommand(command, options.deadlineMs);
  }
  return result;
}

function reasonOf(result: CommandResult, options: NpmPackOptions): string {
  const text = result.errorText
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('A complete log of this run'))
    .join('\n')
    .slice(0, MAX_REASON_LENGTH);
  if (result.status === 'not-started') return `npm could not be started (${text})`;
  if (result.status === 'deadline') {
    return `npm did not finish within ${Math.round(options.deadlineMs / 1000)} s\n${text}`.trim();
  }
  return text === '' ? 'npm failed without a message' : text;
}

const POLL_MS = 150;

/** While the task runs, reports regularly how much of a tarball has arrived in its own npm cache. */
async function reportDownload<T>(
  npmCache: string,
  report: (bytes: number) => void,
  task: Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const watching = poll(npmCache, report, stop.signal);
  try {
    return await task;
  } finally {
    stop.abort();
    await watching;
  }
}

async function poll(npmCache: string, report: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  let downloaded = 0;
  while (!signal.aborted) {
    downloaded = Math.max(downloaded, await downloadedBytes(npmCache));
    report(downloaded);
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * npm streams each response into `_cacache/tmp` and moves it to `_cacache/content-v2` when complete.
 * The package's metadata comes first, so a file that has outgrown complete metadata can only be the tarball;
 * before that nothing is known.
 */
async function downloadedBytes(npmCache: string): Promise<number> {
  const complete = await largestFile(join(npmCache, '_cacache', 'content-v2'));
  const arriving = await largestFile(join(npmCache, '_cacache', 'tmp'));
  return complete > 0 && arriving > complete ? arriving : 0;
}

/** Files may vanish while they are counted; those count as empty. */
async function largestFile(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          (found) => found.size,
          () => 0,
        ),
      ),
  );
  return Math.max(0, ...sizes);
}
