import { configurationPage } from './configuration-page.js';
import { errorAdvice } from './error-advice.js';
import { errorsPage } from './errors-page.js';
import { openApiFile } from './openapi-file.js';

/** Every document that is made from the code, by its path from the docs folder. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['configuration.md', configurationPage()],
    ['errors.md', errorsPage()],
    ['openapi.json', await openApiFile()],
    ['../clients/python/facet_client/advice.json', errorAdvice()],
  ]);
}

export const DOCS_FOLDER = new URL('../../../../docs/', import.meta.url);
