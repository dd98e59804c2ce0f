import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../errors.js';
import type { TextBytes } from '../../input/text-bytes.js';
import { JsonSplitter, type SplitJson } from './json-splitter.js';
import { pumpBody, type BodySink, type BodySource } from './pump-body.js';
import { settleable } from './settleable.js';

const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii'];

export interface JsonBody {
  readonly value: unknown;
  /** The long strings: in the value stand their names. */
  readonly longStrings: ReadonlyMap<string, TextBytes>;
}

/** The value of a JSON body. */
export async function readJson(source: BodySource, charset: string | undefined): Promise<JsonBody> {
  if (charset !== undefined && !UTF8_NAMES.includes(charset.toLowerCase())) {
    throw new ServiceError('malformed-body', 'JSON must be encoded in UTF-8.');
  }
  const { rest, longStrings } = await pumpBody(source, split());
  if (rest.length === 0) throw new ServiceError('malformed-body', 'The request body is empty.');
  return { value: parse(rest), longStrings };
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ServiceError('malformed-body', 'The JSON body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (cause) {
    throw new ServiceError('malformed-body', 'The request body is not valid JSON.', {}, { cause });
  }
}

function split(): BodySink<SplitJson> {
  const splitter = new JsonSplitter();
  const { promise, resolve, reject } = settleable<SplitJson>();
  return {
    write: (chunk) => {
      splitter.write(chunk);
      return true;
    },
    end: () => {
      try {
        resolve(splitter.end());
      } catch (error) {
        reject(error);
      }
    },
    result: promise,
    onDrain: () => undefined,
  };
}
