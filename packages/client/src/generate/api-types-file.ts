import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { apiTypesText } from './api-types-text.js';
import type { OpenApi } from './openapi.types.js';

const DOCUMENT = new URL('../../../../docs/openapi.json', import.meta.url);
export const API_TYPES_FILE = new URL('../../src/api-types.ts', import.meta.url);

/** What api-types.ts has to hold for the document as it is. */
export async function expectedApiTypes(): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as OpenApi;
  const style = await resolveConfig(fileURLToPath(API_TYPES_FILE));
  return format(apiTypesText(document), { ...style, parser: 'typescript' });
}
