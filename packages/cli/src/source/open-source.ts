import type { FacetClient } from '@facet/client';
import { UsageError } from '../shell.js';
import { acceptedFormats } from '../photos/find-photos.js';
import type { FaceSource } from './face-source.js';
import { given, serverOf, type SourceFlags } from './server-of.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A server of unknown size gets a few calls at once; --workers gives it more. */
const CALLS_TO_A_SERVER = 4;

/** The engine in this process, or a server where one is named. Each is loaded only when it is used. */
export async function openSource(
  flags: SourceFlags,
  env: Env,
  stderr: NodeJS.WriteStream,
): Promise<FaceSource> {
  const url = serverOf(flags, env);
  if (url !== undefined) return openServer(url, flags, env);
  if (flags.apiKey !== undefined) {
    throw new UsageError('--api-key is for a server; give its address with --url.');
  }
  const { createProgressBar, defaultWorkers } = await import('@facet/engine');
  const { openEngineSource } = await import('./engine-source.js');
  const bar = createProgressBar(stderr);
  try {
    return await openEngineSource({
      workers: flags.workers ?? workersOf(env) ?? (await defaultWorkers()),
      cacheDir: given(env['FACET_CACHE_DIR']),
      sourceDir: given(env['FACET_MODELS_DIR']),
      limits: { formats: acceptedFormats(env) },
      onProgress: bar.onProgress,
    });
  } finally {
    bar.close();
  }
}

async function openServer(url: string, flags: SourceFlags, env: Env): Promise<FaceSource> {
  const { openServerSource } = await import('./server-source.js');
  return openServerSource(await clientOf(url, flags, env), flags.workers ?? CALLS_TO_A_SERVER);
}

/** A client of the server that the options or the environment name. */
export function openClient(flags: SourceFlags, env: Env): Promise<FacetClient> {
  const url = serverOf(flags, env);
  if (url === undefined)
    throw new UsageError('A collection is kept by a server; give its address with --url or in FACET_URL.');
  return clientOf(url, flags, env);
}

async function clientOf(url: string, flags: SourceFlags, env: Env): Promise<FacetClient> {
  const apiKey = given(flags.apiKey) ?? given(env['FACET_API_KEY']);
  if (apiKey === undefined) {
    throw new UsageError('A server needs an API key; give it with --api-key KEY or in FACET_API_KEY.');
  }
  const { FacetClient, InputError } = await import('@facet/client');
  try {
    return new FacetClient({
      baseUrl: url,
      apiKey,
      ...(flags.timeout !== undefined && { timeoutMs: flags.timeout * 1000 }),
    });
  } catch (error) {
    throw error instanceof InputError ? new UsageError(`--url: ${error.message}`) : error;
  }
}

function workersOf(env: Env): number | undefined {
  const text = given(env['FACET_WORKERS']);
  if (text === undefined) return undefined;
  const workers = Number(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= 256) return workers;
  throw new UsageError(`FACET_WORKERS must be an integer from 1 to 256, but is "${text}".`);
}
