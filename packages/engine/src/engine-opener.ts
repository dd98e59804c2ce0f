import { openEngine, type EngineOptions } from './engine.js';
import type { Engine } from './engine.types.js';

/**
 * Opens the one engine of a program at the first call; later calls get the same one. After a failure the next call tries
 * again.
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
