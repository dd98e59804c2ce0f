import { WEB_MODEL_NAMES, webModelFile } from '@facet/analysis/web-models.js';
import { ensureModels, type ModelsOptions } from './built-models.js';

/** The models that web pages load (`@facet/browser`): the path of each by the name that pages ask for. */
export async function ensureWebModels(options: ModelsOptions): Promise<ReadonlyMap<string, string>> {
  const paths = await ensureModels(options, WEB_MODEL_NAMES, 'web');
  return new Map(WEB_MODEL_NAMES.map((name) => [webModelFile(name), paths[name]]));
}
