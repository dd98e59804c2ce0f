import { ServiceError } from '../../errors.js';

/** A field of the request body that the operation uses. */
export type RequestField =
  | { readonly name: string; readonly kind: 'file'; readonly bytes: Uint8Array; readonly fileName?: string }
  | { readonly name: string; readonly kind: 'text'; readonly text: TextBytes }
  /** A JSON array. Its strings are kept as bytes, other items as parsed. Items are removed as they are used. */
  | { readonly name: string; readonly kind: 'list'; readonly items: unknown[] };

/**
 * The text of a field as the bytes in which it arrived, in chunks. A string would be a copy, and twice as large if a
 * single character is outside Latin-1.
 */
export type TextBytes = readonly Uint8Array[];

export const textBytes = (text: string): TextBytes => [Buffer.from(text)];

export const lengthOf = (text: TextBytes): number => text.reduce((sum, { length }) => sum + length, 0);

export const notAString = (name: string): ServiceError =>
  new ServiceError('malformed-body', `The field ${name} must be a string: Base64 or an image URL.`, {
    field: name,
  });

export const imageTooLarge = (field: string, limitBytes: number): ServiceError =>
  new ServiceError(
    'too-many-bytes',
    `The image in ${field} is larger than the limit of ${limitBytes} bytes.`,
    {
      field,
      limitBytes,
    },
  );
