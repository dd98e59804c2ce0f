import { openEngine, type EngineOptions } from './engine.js';
import type { Engine } from './engine.types.js';

/**
 * A way to the one engine of a program: the first call opens it, later calls get the same one.
 * An opening that failed is forgotten, so that the next call tries anew.
 */
export function engineOpener(options: EngineOptions = {}, open = openEngine): () => Promise<Engine> {
  let opening: Promise<Engine> | null = null;
  return () => {
    opening ??= open(options).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
}
