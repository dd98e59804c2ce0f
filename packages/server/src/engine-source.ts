import type { Engine } from '@facet/engine';
import { ServiceError } from './errors.js';
import type { ReadinessCheck } from './readiness.js';
import { warmUp } from './warm-up.js';

/** Where requests get the engine from while it may still be loading. */
export interface EngineSource {
  /** The engine, or the error `overloaded` as long as it is not ready. */
  ready(): Engine;
  /** Threads of the engine that live; none while it loads. */
  liveWorkers(): number;
}

/** Holds the engine that opens in the background, so that the service can already say that it is alive. */
export class EngineHolder implements EngineSource {
  readonly #opener: () => Promise<Engine>;
  #opened: Promise<void> | null = null;
  #loaded: Engine | null = null;
  #warm = false;

  constructor(opener: () => Promise<Engine>) {
    this.#opener = opener;
  }

  /** Resolves when the models are loaded and have made one real inference. */
  open(): Promise<void> {
    this.#opened ??= this.#load();
    return this.#opened;
  }

  async #load(): Promise<void> {
    this.#loaded = await this.#opener();
    await warmUp(this.#loaded);
    this.#warm = true;
  }

  ready(): Engine {
    if (this.#loaded !== null && this.#warm) return this.#loaded;
    throw new ServiceError(
      'overloaded',
      'The models are still loading; try again shortly.',
      {},
      { because: 'starting' },
    );
  }

  liveWorkers(): number {
    return this.#loaded?.load().workers ?? 0;
  }

  get checks(): ReadinessCheck[] {
    return [
      { name: 'models', isReady: () => this.#loaded !== null },
      { name: 'inference', isReady: () => this.#warm },
      // The engine gives up when its threads die faster than they can be replaced.
      { name: 'workers', isReady: () => this.#loaded?.load().broken === false },
    ];
  }

  async close(): Promise<void> {
    await this.#opened?.catch(() => undefined);
    await this.#loaded?.close();
  }
}
