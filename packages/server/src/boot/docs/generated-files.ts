import { apiGuide } from './attribute-list.js';
import { withScopeTable } from './scope-table.js';
import { configurationPage } from './configuration-page.js';
import { errorAdvice, errorsPage, portalCatalogue, portalRules } from './errors-page.js';

export const DOCS_FOLDER = new URL('../../../../../docs/', import.meta.url);

/** Every committed document that is made from the code, by its path from the docs folder. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['api.md', await withScopeTable(apiGuide(new URL('api.md', DOCS_FOLDER)))],
    ['configuration.md', configurationPage()],
    ['errors.md', errorsPage()],
    ['../packages/portal/src/errors/catalogue.json', portalCatalogue()],
    ['../packages/portal/src/errors/rules.json', portalRules()],
    ['../packages/python-client/facet_client/advice.json', errorAdvice()],
  ]);
}
