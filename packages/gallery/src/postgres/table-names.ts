import { kindOf } from '../caller-input.js';
import { GalleryError } from '../gallery-error.js';

/** PostgreSQL cuts names off at 63 bytes; the longest ending of ours still has to fit. */
const MAX_NAME_BYTES = 45;

export interface TableNames {
  readonly people: string;
  readonly vectors: string;
  /** The name of that table in version 0.1.0, from which `prepare` renames it. */
  readonly formerVectors: { readonly table: string; readonly newName: string };
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
    vectors: `${place}${quote(`${name}_vectors`)}`,
    formerVectors: { table: `${place}${quote(`${name}_templates`)}`, newName: quote(`${name}_vectors`) },
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
