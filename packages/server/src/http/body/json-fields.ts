import { fieldsOfJson } from '../../input/read-images.js';
import type { RequestField } from '../../input/request-field.js';
import { readJson } from './json-body.js';
import type { BodySource } from './pump-body.js';

/** The wanted fields of a JSON object. */
export const readJsonFields = async (
  source: BodySource,
  charset: string | undefined,
  wanted: readonly string[],
): Promise<RequestField[]> => {
  const { value, longStrings } = await readJson(source, charset);
  return fieldsOfJson(value, wanted, longStrings);
};
