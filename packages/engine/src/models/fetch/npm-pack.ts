import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchFailed } from '../model-errors.js';
import { runToEnd, type Ending } from './run-to-end.js';
import { tarballSpec, type Tarball } from '../source-file.js';
import { watchArrival } from './npm-arrival.js';

const KEPT_REASON = 800;

export interface NpmPackOptions {
  readonly npmCommand: readonly string[];
  readonly deadlineMs: number;
  readonly onBytes: (bytes: number) => void;
}

/** Downloads a tarball with the user's npm client and registry settings, and returns its path. */
export async function npmPack(tarball: Tarball, workDir: string, options: NpmPackOptions): Promise<string> {
  const destination = join(workDir, 'pack');
  const npmCache = join(workDir, 'npm');
  await mkdir(destination);
  const ending = await watchArrival(npmCache, options.onBytes, pack(tarball, destination, npmCache, options));
  if (ending.outcome !== 'ok') throw fetchFailed(tarball, reasonOf(ending, options));
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
): Promise<Ending> {
  const command = [
    ...options.npmCommand,
    'pack',
    tarballSpec(tarball),
    `--pack-destination=${destination}`,
    '--ignore-scripts',
    // Not silent: npm's errors are the user's best hint.
    '--loglevel=error',
    '--color=false',
    '--update-notifier=false',
    // An outer `npm --dry-run` reaches us through the environment.
    '--dry-run=false',
  ];
  // npm writes the tarball at once at its end, but streams it into its cache: a cache of our own shows the growth,
  // and leaves no second copy with the user.
  const ending = await runToEnd([...command, `--cache=${npmCache}`], options.deadlineMs);
  // An npm set to work offline can only serve from the user's own cache.
  if (ending.outcome === 'failed' && ending.errorText.includes('ENOTCACHED')) {
    return runToEnd(command, options.deadlineMs);
  }
  return ending;
}

function reasonOf(ending: Ending, options: NpmPackOptions): string {
  const text = ending.errorText
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('A complete log of this run'))
    .join('\n')
    .slice(0, KEPT_REASON);
  if (ending.outcome === 'not-started') return `npm could not be started (${text})`;
  if (ending.outcome === 'deadline') {
    return `npm did not finish within ${Math.round(options.deadlineMs / 1000)} s\n${text}`.trim();
  }
  return text === '' ? 'npm failed without a message' : text;
}
