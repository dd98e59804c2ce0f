import { fileURLToPath } from 'node:url';
import { openApiText } from '@facet/test-support';
import { format, resolveConfig } from 'prettier';
import { apiTypesText, callsOf, vectorData } from './api-types-text.js';
import { attributeFields } from './attributes-text.js';
import type { OpenApi } from './openapi.types.js';
import { pythonAttributesText } from './python-attributes-text.js';

const API_TYPES_FILE = new URL('../../src/api-types.ts', import.meta.url);
const PYTHON_FILE = new URL('../../../python-client/facet_client/attributes.py', import.meta.url);

/** What the generated files have to contain for the OpenAPI document of the built service. */
export async function generatedFiles(): Promise<ReadonlyMap<URL, string>> {
  const document = JSON.parse(await openApiText()) as OpenApi;
  const style = await resolveConfig(fileURLToPath(API_TYPES_FILE));
  const fields = attributeFields(document, vectorData(callsOf(document)));
  return new Map([
    [API_TYPES_FILE, await format(apiTypesText(document), { ...style, parser: 'typescript' })],
    [PYTHON_FILE, pythonAttributesText(document, fields)],
  ]);
}
