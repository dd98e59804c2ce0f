import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../errors.js';
import { fieldsOfJson, type RequestField } from '../../input/read-images.js';
import { pumpBody, type BodySink, type BodySource } from './pump-body.js';
import { settleable } from './settleable.js';

const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii'];

/** The wanted fields of a JSON object. */
export async function readJsonFields(
  source: BodySource,
  charset: string | undefined,
  wanted: readonly string[],
): Promise<RequestField[]> {
  if (charset !== undefined && !UTF8_NAMES.includes(charset.toLowerCase())) {
    throw new ServiceError('malformed-body', 'JSON must be encoded in UTF-8.');
  }
  return fieldsOfJson(parse(await pumpBody(source, gather())), wanted);
}

function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new ServiceError('malformed-body', 'The request body is empty.');
  if (!isUtf8(bytes)) throw new ServiceError('malformed-body', 'The JSON body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (cause) {
    throw new ServiceError('malformed-body', 'The request body is not valid JSON.', {}, { cause });
  }
}

function gather(): BodySink<Buffer> {
  const chunks: Buffer[] = [];
  const { promise, resolve } = settleable<Buffer>();
  return {
    write: (chunk) => {
      chunks.push(chunk);
      return true;
    },
    end: () => {
      resolve(Buffer.concat(chunks));
    },
    result: promise,
    onDrain: () => undefined,
  };
}
