import type { ModelsOptions } from './models/built-models.js';
import { ensureNetFiles } from './net-files.js';
import { loadNets, type Nets } from './pipeline/nets.js';

/** All nets, loaded on the calling thread. */
export const openNets = async (options: ModelsOptions = {}, threads = 1): Promise<Nets> =>
  loadNets(await ensureNetFiles(options), threads);
