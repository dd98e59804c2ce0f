import { FACET_CODES } from '@facet/client';
import { kindOfCode } from '@facet/client/responses';
import { openApiText } from '@facet/test-support';
import { apiTypesText } from './api-types-text.js';
import { apiValuesText } from './api-values-text.js';
import type { OpenApi } from './openapi.js';
import { pythonAttributesText } from './python-attributes-text.js';

const inPackages = (path: string): URL => new URL(`../../../../packages/${path}`, import.meta.url);

/** What the generated files have to contain for the OpenAPI document of the built service. */
export async function generatedFiles(): Promise<ReadonlyMap<URL, string>> {
  const document = JSON.parse(await openApiText()) as OpenApi;
  return new Map([
    [inPackages('client/src/generated/api-types.ts'), await apiTypesText(document)],
    [inPackages('client/src/generated/api-values.ts'), apiValuesText(document)],
    [inPackages('python-client/facet_client/attributes.py'), pythonAttributesText(document)],
    [inPackages('python-client/facet_client/codes.json'), pythonCodes()],
  ]);
}

/** What each code means, for the errors of the Python client. */
function pythonCodes(): string {
  const codes = Object.entries(FACET_CODES).map(([name, code]): [string, string] => [snakeCase(name), code]);
  const kinds = Object.values(FACET_CODES).map((code) => [code, kindOfCode(code, 0)]);
  return `${JSON.stringify({ codes: Object.fromEntries(codes), kinds: Object.fromEntries(kinds) as unknown }, null, 2)}\n`;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
