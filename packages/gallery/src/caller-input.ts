import { GalleryError, type GalleryErrorCode } from './gallery-error.js';

/** What kind of value a caller without types gave, for messages; never the value itself. */
export const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);

export function checkOptions<Options extends object>(options: Options): Options {
  if (typeof options !== 'object' || (options as unknown) === null)
    throw new GalleryError('option-invalid', `options must be an object, not ${kindOf(options)}`);
  return options;
}

/** Refuses with `code` what cannot be iterated over; `what` names the values that are wanted. */
export function checkIterable<Given>(given: Given, code: GalleryErrorCode, what: string): Given {
  const isIterable =
    typeof given === 'object' &&
    given !== null &&
    (Symbol.iterator in given || Symbol.asyncIterator in given);
  if (!isIterable) throw new GalleryError(code, `give an iterable of ${what}, not ${kindOf(given)}`);
  return given;
}
