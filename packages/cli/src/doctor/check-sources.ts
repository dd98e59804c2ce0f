import { npmHasPackage, weightSources, type WeightSources } from '@facet/engine';
import { fetchInTime } from './fetch-in-time.js';
import { fail, ok, warn, type Finding } from './finding.js';

const ANSWER_MS = 10_000;

export interface SourceProbes {
  readonly npm: (spec: string) => Promise<boolean>;
  readonly url: (url: string) => Promise<boolean>;
}

const answers = (url: string): Promise<boolean> =>
  fetchInTime(url, ANSWER_MS, ({ ok: isFound }) => isFound, 'HEAD').catch(() => false);

const PROBES: SourceProbes = {
  npm: (spec) => npmHasPackage(spec, ANSWER_MS),
  url: answers,
};

/** From which of their sources the weights could be fetched now. It matters only where they are not here yet. */
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
