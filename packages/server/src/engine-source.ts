import type { Engine } from '@facet/engine';
import { ServiceError } from './errors.js';
import type { ReadinessCheck } from './readiness.js';
import { warmUp } from './warm-up.js';

/** Where requests get the engine from while it may still be loading. */
export interface EngineSource {
  /** The engine, or the error `overloaded` as long as it is not ready. */
  ready(): Engine;
}

/** Opens the engine in the background, so that the service can already say that it is alive. */
export class EngineHolder implements EngineSource {
  /** Resolves when the models are loaded and have made one real inference. */
  readonly opened: Promise<void>;
  #loaded: Engine | null = null;
  #warm = false;

  constructor(open: () => Promise<Engine>) {
    this.opened = this.#open(open);
    // Whoever waits for it learns of a failure; an unread one must not end the process.
    this.opened.catch(() => undefined);
  }

  async #open(open: () => Promise<Engine>): Promise<void> {
    this.#loaded = await open();
    await warmUp(this.#loaded);
    this.#warm = true;
  }

  ready(): Engine {
    if (this.#loaded !== null && this.#warm) return this.#loaded;
    throw new ServiceError('overloaded', 'The models are still loading; try again shortly.');
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
    await this.opened.catch(() => undefined);
    await this.#loaded?.close();
  }
}
