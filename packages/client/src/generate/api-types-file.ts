import { fileURLToPath } from 'node:url';
import { openApiText } from '@facet/test-support';
import { format, resolveConfig } from 'prettier';
import { apiTypesText } from './api-types-text.js';
import type { OpenApi } from './openapi.types.js';

export const API_TYPES_FILE = new URL('../../src/api-types.ts', import.meta.url);

/** What api-types.ts has to contain for the OpenAPI document of the built service. */
export async function expectedApiTypes(): Promise<string> {
  const document = JSON.parse(await openApiText()) as OpenApi;
  const style = await resolveConfig(fileURLToPath(API_TYPES_FILE));
  return format(apiTypesText(document), { ...style, parser: 'typescript' });
}
