import type { RequestField } from '../../input/request-field.js';
import { bodyType } from './content-type.js';
import { readJsonFields } from './json-fields.js';
import { readMultipartFields } from './multipart-fields.js';
import type { BodySource } from './pump-body.js';

/** The wanted fields of a request's body, whichever of the accepted content types it has. */
export async function readFields(
  source: BodySource,
  wanted: readonly string[],
): Promise<readonly RequestField[]> {
  const { headers } = source.request;
  const type = bodyType(headers['content-type'], headers['content-encoding']);
  return type.kind === 'json'
    ? readJsonFields(source, type.charset, wanted)
    : readMultipartFields(source, headers['content-type'] ?? '', wanted);
}
