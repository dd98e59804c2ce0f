import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../errors.js';
import { GatheredBytes } from './gathered-bytes.js';
import { JsonSigns } from './json-signs.js';
import { pumpBody, type BodySink, type BodySource } from './pump-body.js';
import { settleable } from './settleable.js';

const LARGE_BYTES = 1024 * 1024;

const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii'];

/** The value of a JSON body. */
export async function readJson(source: BodySource, charset: string | undefined): Promise<unknown> {
  if (charset !== undefined && !UTF8_NAMES.includes(charset.toLowerCase())) {
    throw new ServiceError('malformed-body', 'JSON must be encoded in UTF-8.');
  }
  const bytes = await pumpBody(source, gather());
  if (bytes.length === 0) throw new ServiceError('malformed-body', 'The request body is empty.');
  // Each step takes a while on a large body; others get their turn in between.
  const pause = async (): Promise<void> => {
    if (bytes.length > LARGE_BYTES) await nextTurn();
  };
  await pause();
  const text = textOf(bytes);
  await pause();
  const value = parse(text);
  await pause();
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('malformed-body', 'The request body is not valid JSON.', {}, { cause });
  }
}

function textOf(bytes: Buffer): string {
  // Base64 in JSON is plain ASCII, which is several times faster to read as such.
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw new ServiceError('malformed-body', 'The JSON body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function gather(): BodySink<Buffer> {
  const gathered = new GatheredBytes();
  const signs = new JsonSigns();
  const { promise, resolve } = settleable<Buffer>();
  return {
    write: (chunk) => {
      signs.count(chunk);
      gathered.add(chunk);
      return true;
    },
    end: () => {
      resolve(gathered.whole());
    },
    result: promise,
    onDrain: () => undefined,
  };
}
