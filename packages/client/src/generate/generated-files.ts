import { fileURLToPath } from 'node:url';
import { openApiText } from '@facet/test-support';
import { format, resolveConfig } from 'prettier';
import { ERROR_KINDS, FACET_CODES } from '../error-codes.js';
import { apiTypesText, callsOf, vectorData } from './api-types-text.js';
import { attributeFields } from './attributes-text.js';
import type { OpenApi } from './openapi.types.js';
import { pythonAttributesText } from './python-attributes-text.js';

const API_TYPES_FILE = new URL('../../src/api-types.ts', import.meta.url);
const pythonFile = (name: string): URL =>
  new URL(`../../../python-client/facet_client/${name}`, import.meta.url);

/** What the generated files have to contain for the OpenAPI document of the built service. */
export async function generatedFiles(): Promise<ReadonlyMap<URL, string>> {
  const document = JSON.parse(await openApiText()) as OpenApi;
  const style = await resolveConfig(fileURLToPath(API_TYPES_FILE));
  const fields = attributeFields(document, vectorData(callsOf(document)));
  return new Map([
    [API_TYPES_FILE, await format(apiTypesText(document), { ...style, parser: 'typescript' })],
    [pythonFile('attributes.py'), pythonAttributesText(document, fields)],
    [pythonFile('codes.json'), pythonCodes()],
  ]);
}

/** What each code means, for the errors of the Python client. */
function pythonCodes(): string {
  const codes = Object.entries(FACET_CODES).map(([name, code]) => [snakeCase(name), code]);
  return `${JSON.stringify({ codes: Object.fromEntries(codes) as unknown, kinds: ERROR_KINDS }, null, 2)}\n`;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
