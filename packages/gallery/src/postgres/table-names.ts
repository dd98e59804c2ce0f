import { kindOf } from '../caller-input.js';
import { GalleryError } from '../gallery-error.js';

/** PostgreSQL cuts names off at 63 bytes; the longest ending of ours still has to fit. */
const MAX_NAME_BYTES = 45;

export interface TableNames {
  readonly people: string;
  readonly templates: string;
  readonly byPerson: string;
  readonly byVector: string;
}

/** The quoted names of a gallery's tables and indexes. */
export function tableNames(name: string, schema: string | undefined): TableNames {
  check(name);
  if (schema !== undefined) check(schema);
  const place = schema === undefined ? '' : `${quote(schema)}.`;
  return {
    people: `${place}${quote(`${name}_people`)}`,
    templates: `${place}${quote(`${name}_templates`)}`,
    // An index is always in the schema of its table and is named without it.
    byPerson: quote(`${name}_by_person`),
    byVector: quote(`${name}_by_vector`),
  };
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function check(name: string): void {
  if (typeof name !== 'string')
    throw new GalleryError('option-invalid', `names of tables and schemas are texts, not ${kindOf(name)}`);
  const bytes = new TextEncoder().encode(name).length;
  if (bytes < 1 || bytes > MAX_NAME_BYTES || name.includes('\0')) {
    throw new GalleryError(
      'option-invalid',
      `names of tables and schemas have 1 to ${MAX_NAME_BYTES} bytes, not ${bytes}`,
    );
  }
}
