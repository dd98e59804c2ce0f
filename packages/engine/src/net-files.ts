import { EngineError } from './errors.js';
import { ensureModels, type ModelsOptions } from './models/built-models.js';
import type { NetFiles } from './pipeline/nets.js';

/** Fetches and builds missing models, and returns the path of each net. */
export async function ensureNetFiles(options: ModelsOptions): Promise<NetFiles> {
  const models = await ensureModels(options, [
    'detector',
    'landmarks',
    'blendshapes',
    'embedder',
    'attributes',
    'age-gender',
  ]);
  const file = (name: Parameters<typeof models.get>[0]): string => {
    const path = models.get(name);
    if (path === undefined) throw new EngineError('model-missing', { model: name });
    return path;
  };
  return {
    detector: file('detector'),
    landmarks: file('landmarks'),
    blendshapes: file('blendshapes'),
    embedder: file('embedder'),
    attributes: file('attributes'),
    ageGender: file('age-gender'),
  };
}
