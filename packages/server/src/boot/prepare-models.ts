import { ensureModels, ensureWebModels, homeDir } from '@facet/engine';
import { readConfig } from './config/config.js';
import { startProgress } from './start-output.js';

/** Fetches and builds what models are missing, before a service starts. What fails here, the start tries again and tells. */
export async function prepareModels(): Promise<void> {
  const progress = startProgress(process.stdout);
  try {
    const config = readConfig({ env: process.env, platform: process.platform, homeDir: homeDir() });
    const { FACET_CACHE_DIR: cacheDir, FACET_MODELS_DIR: sourceDir } = config;
    await ensureModels({ cacheDir, sourceDir, onProgress: progress.onProgress });
    await ensureWebModels({ cacheDir, sourceDir, onProgress: progress.onProgress });
  } catch {
    return;
  } finally {
    progress.close();
  }
}
