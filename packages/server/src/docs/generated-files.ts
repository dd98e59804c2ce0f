import { configurationPage } from './configuration-page.js';
import { errorAdvice, errorsPage } from './errors-page.js';

/** Every committed document that is made from the code, by its path from the docs folder. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['configuration.md', configurationPage()],
    ['errors.md', errorsPage()],
    ['../packages/python-client/facet_client/advice.json', errorAdvice()],
  ]);
}

export const DOCS_FOLDER = new URL('../../../../docs/', import.meta.url);
