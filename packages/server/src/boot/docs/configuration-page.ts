import type { z } from 'zod';
import { SETTINGS } from '../config/config.js';

const INTRODUCTION = `# Configuration

Settings are environment variables; the default is in parentheses, \`_MS\` means milliseconds. With a wrong value, the service does not start, and says
which setting to correct. [Operating](operating.md#before-you-open-it-to-others) says what to set before you open the service
to others. This page is generated from \`packages/server/src/config/config.ts\` (\`npm run docs\`).

`;

type Default = string | number | boolean | readonly (string | number)[];

function shownDefault(schema: z.ZodType): string {
  const { def } = schema as unknown as { readonly def: { readonly defaultValue?: Default } };
  const value = def.defaultValue;
  if (value === undefined) return '';
  if (typeof value === 'object') return value.length === 0 ? ' (none)' : ` (\`${value.join(',')}\`)`;
  if (typeof value === 'boolean') return value ? ' (`1`)' : ' (`0`)';
  return ` (\`${String(value)}\`)`;
}

/** The list of all settings. */
export function configurationPage(): string {
  const items = Object.entries(SETTINGS.shape).map(
    ([name, schema]) => `- \`${name}\`${shownDefault(schema)}: ${withLinks(schema.description ?? '')}\n`,
  );
  return INTRODUCTION + items.join('');
}

/** Descriptions name other pages by their path in the repository; this page is in the same folder. */
const withLinks = (text: string): string => text.replaceAll(/\bdocs\/([a-z-]+\.md)\b/g, '[$1]($1)');
