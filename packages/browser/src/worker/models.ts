import type { Models } from '@facet/analysis/analysis/models.js';
import { lazyModel } from '@facet/analysis/model.js';
import type { WebModelName } from '@facet/analysis/web-models.js';
import type { LoadProgress } from '../facet.types.js';
import type { WorkerCall } from '../messages.js';
import { modelBytes } from './model-files.js';
import { loadModel } from './run-model.js';

/** Each model is loaded when it first runs; those that a call is about to run are fetched side by side. */
export class WebModels {
  readonly #folder: string;
  readonly #onProgress: (progress: LoadProgress) => void;
  readonly #fetching = new Map<WebModelName, Promise<Uint8Array>>();
  readonly #loaded = new Set<WebModelName>();
  readonly all: Models;

  constructor(folder: string, onProgress: (progress: LoadProgress) => void) {
    this.#folder = folder;
    this.#onProgress = onProgress;
    const model = (name: WebModelName): ReturnType<typeof lazyModel> =>
      lazyModel(async () => {
        try {
          const loaded = await loadModel(name, await this.#fetched(name));
          this.#loaded.add(name);
          return loaded;
        } finally {
          this.#fetching.delete(name);
        }
      });
    this.all = {
      detector: model('detector'),
      landmarks: model('landmarks'),
      blendshapes: model('blendshapes'),
      embedder: model('embedder'),
      attributes: model('attributes'),
      ageGender: model('age-gender'),
      spoof: model('spoof'),
    };
  }

  /** Begins to fetch what the call will run. */
  fetchFor(call: WorkerCall): void {
    for (const name of modelsOf(call))
      // Whoever runs the model gets the error, and the next call tries again.
      if (!this.#loaded.has(name)) this.#fetched(name).catch(() => undefined);
  }

  #fetched(name: WebModelName): Promise<Uint8Array> {
    const known = this.#fetching.get(name);
    if (known !== undefined) return known;
    const fetching = modelBytes(name, this.#folder, this.#onProgress).catch((error: unknown) => {
      this.#fetching.delete(name);
      throw error;
    });
    this.#fetching.set(name, fetching);
    return fetching;
  }
}

const OF_EXTRAS: Readonly<Record<string, WebModelName>> = {
  expression: 'blendshapes',
  vector: 'embedder',
  spoofScore: 'spoof',
};

/** The models of a call whose image has a face. */
function modelsOf(call: WorkerCall): WebModelName[] {
  const find: WebModelName[] = ['detector', 'landmarks'];
  switch (call.operation) {
    case 'analyse':
      return [...find, 'attributes', 'age-gender', ...ofExtras(call.extras)];
    case 'vector':
      return [...find, 'embedder', ...ofExtras(call.extras)];
    case 'match':
      return [...find, 'embedder'];
    case 'redact':
      return find;
    case 'track':
      return call.track.expression ? [...find, 'blendshapes'] : find;
  }
}

const ofExtras = (extras: readonly string[]): WebModelName[] =>
  extras.flatMap((name) => OF_EXTRAS[name] ?? []);
