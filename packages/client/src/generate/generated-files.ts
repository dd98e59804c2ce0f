import { openApiText } from '@facet/test-support';
import { ERROR_KINDS, FACET_CODES } from '../error-codes.js';
import { apiTypesText } from './api-types-text.js';
import { apiValuesText } from './api-values-text.js';
import type { OpenApi } from './openapi.js';
import { pythonAttributesText } from './python-attributes-text.js';

const ownFile = (name: string): URL => new URL(`../../src/generated/${name}`, import.meta.url);
const pythonFile = (name: string): URL =>
  new URL(`../../../python-client/facet_client/${name}`, import.meta.url);

/** What the generated files have to contain for the OpenAPI document of the built service. */
export async function generatedFiles(): Promise<ReadonlyMap<URL, string>> {
  const document = JSON.parse(await openApiText()) as OpenApi;
  return new Map([
    [ownFile('api-types.ts'), await apiTypesText(document)],
    [ownFile('api-values.ts'), apiValuesText(document)],
    [pythonFile('attributes.py'), pythonAttributesText(document)],
    [pythonFile('codes.json'), pythonCodes()],
  ]);
}

/** What each code means, for the errors of the Python client. */
function pythonCodes(): string {
  const codes = Object.entries(FACET_CODES).map(([name, code]): [string, string] => [snakeCase(name), code]);
  const tables = { codes: Object.fromEntries(codes), kinds: Object.fromEntries(ERROR_KINDS) };
  return `${JSON.stringify(tables, null, 2)}\n`;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
