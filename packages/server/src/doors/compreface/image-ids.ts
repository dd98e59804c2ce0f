import { createHash } from 'node:crypto';
import type { CollectionRow } from '../../people/index.js';
import { ServiceError } from '../../errors.js';

const UUID = /^([\da-f]{8}-[\da-f]{4}-8[\da-f]{3})-8([\da-f]{3})-([\da-f]{12})$/;
const LOW = 2 ** 48;

/** Different for every collection that ever was, so that an id is never taken for that of another account. */
function prefixOf(accountId: string, { number }: Pick<CollectionRow, 'number'>): string {
  const hash = createHash('sha256').update(`${accountId}/${number}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}`;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The id of an example, a UUID as CompreFace's are: the collection, then the number of the face. */
export const imageIdOf = (accountId: string, row: Pick<CollectionRow, 'number'>, face: number): string =>
  `${prefixOf(accountId, row)}-8${hex(Math.floor(face / LOW), 3)}-${hex(face % LOW, 12)}`;

/** The number of the face with this id. */
export function faceNumberOf(accountId: string, row: Pick<CollectionRow, 'number'>, imageId: string): number {
  const [, prefix, high = '', low = ''] = UUID.exec(imageId.toLowerCase()) ?? [];
  if (prefix !== prefixOf(accountId, row)) throw new ServiceError('unknown-face');
  const number = parseInt(high, 16) * LOW + parseInt(low, 16);
  if (!Number.isSafeInteger(number)) throw new ServiceError('unknown-face');
  return number;
}
