import { ServiceError } from '../../errors.js';

/**
 * A body has a handful of fields; Base64 holds none of these signs, a URL few. The parser makes up to seventy bytes of
 * three (`{},`), and takes its time over them.
 */
const MOST_SIGNS = 10_000;

/** Before each value of a JSON text stands one of these, so their number bounds that of the values. */
const SIGNS = Buffer.from('{[,:');

/** Counts while the bytes arrive; throws as soon as there are more values than any real body has. */
export class JsonSigns {
  #left = MOST_SIGNS;

  count(chunk: Buffer): void {
    for (const sign of SIGNS) {
      for (let at = chunk.indexOf(sign); at !== -1; at = chunk.indexOf(sign, at + 1)) {
        if (--this.#left < 0)
          throw new ServiceError('malformed-body', 'The JSON body has more values than a request can need.');
      }
    }
  }
}
