import { createProgressBar, openEngine, type Engine, type EngineOptions } from '@facet/engine';

/** The engine; a download of models, which the first start may need, is shown. */
export function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const bar = createProgressBar(process.stderr);
  return openEngine({ ...options, onProgress: bar.onProgress }).finally(() => {
    bar.close();
  });
}
