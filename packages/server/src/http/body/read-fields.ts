import { isUtf8 } from 'node:buffer';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '../../errors.js';
import {
  GatheredBytes,
  bodyType,
  deferred,
  pumpBody,
  type BodySink,
  type BodySource,
} from './body-stream.js';
import { JsonSplitter, notJson, type SplitJson } from './json-splitter.js';
import { notAString, type RequestField, imageTooLarge, textBytes, type TextBytes } from './request-field.js';

/** The wanted fields of a request body, multipart or JSON. */
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

/** The wanted fields of a form without files, as HTTP clients send it: `application/x-www-form-urlencoded`. */
export async function readUrlEncoded(
  source: BodySource,
  wanted: readonly string[],
): Promise<readonly RequestField[]> {
  const gathered = new GatheredBytes();
  const { promise, resolve } = deferred<URLSearchParams>();
  const form = await pumpBody(source, {
    write: (chunk) => {
      gathered.add(chunk);
      return true;
    },
    end: () => {
      resolve(new URLSearchParams(gathered.toBuffer().toString('utf8')));
    },
    result: promise,
    onDrain: () => undefined,
  });
  return [...form].flatMap(([name, value]) =>
    wanted.includes(name) ? { name, kind: 'text', text: textBytes(value) } : [],
  );
}

/** More than any form for these operations has. Unknown fields are ignored, but their number is limited. */
const MAX_PARTS = 100;
const MAX_NAME_LENGTH = 200;
const MAX_HEADER_BYTES = 16 * 1024;

/** The wanted fields of a form; others are skipped without being stored. */
async function readMultipartFields(
  source: BodySource,
  contentType: string,
  wanted: readonly string[],
): Promise<RequestField[]> {
  return pumpBody(source, formSink(openForm(contentType), wanted, source));
}

function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Every part as a stream: text that the parser collects itself takes many times its size.
      isPartAFile: () => true,
      limits: { parts: MAX_PARTS, fieldNameSize: MAX_NAME_LENGTH, headerSize: MAX_HEADER_BYTES },
    });
  } catch (cause) {
    const message = 'The multipart body cannot be read: its content type names no boundary.';
    throw new ServiceError('malformed-body', message, {}, { cause });
  }
}

function formSink(
  form: BusboyInstance,
  wanted: readonly string[],
  source: BodySource,
): BodySink<RequestField[]> {
  const fields: RequestField[] = [];
  const { promise, resolve, reject } = deferred<RequestField[]>();
  let hasTooManyParts = false;
  const broken = (cause: unknown): void => {
    reject(
      new ServiceError('malformed-body', 'The multipart body is broken or ends too early.', {}, { cause }),
    );
  };
  form
    .on('file', (name, part, fileName, _encoding, type) => {
      part.on('error', broken);
      if (!wanted.includes(name)) part.resume();
      else if (isFile(fileName, type)) keepFile(name, fileName, part, fields, source, reject);
      else keepText(name, part, fields);
    })
    .on('partsLimit', () => {
      hasTooManyParts = true;
      reject(new ServiceError('malformed-body', `The multipart body has more than ${MAX_PARTS} parts.`));
    })
    .on('error', broken)
    .on('finish', () => {
      resolve(fields);
    });
  return {
    write: (chunk) => form.write(chunk),
    end: () => {
      // The end of the body would be an error of the last part, and nobody listens to those beyond the limit.
      if (hasTooManyParts) return;
      form.end();
      // The parser needs no more than the ticks of this turn. It waits for ever for a part whose headers never end.
      setImmediate(broken, new Error('The parser did not finish.'));
    },
    result: promise,
    onDrain: (resume) => {
      form.on('drain', resume);
    },
  };
}

const isFile = (fileName: string | undefined, type: string): boolean =>
  fileName !== undefined || type === 'application/octet-stream' || type.startsWith('image/');

function keepFile(
  name: string,
  fileName: string | undefined,
  part: BusboyFileStream,
  fields: RequestField[],
  { limits: { imageBytes }, memory }: BodySource,
  fail: (error: unknown) => void,
): void {
  const gathered = new GatheredBytes();
  part.on('data', (chunk: Buffer) => {
    gathered.add(chunk);
    if (gathered.length > imageBytes) fail(imageTooLarge(name, imageBytes));
  });
  part.on('end', () => {
    try {
      // For a moment the bytes are in memory twice: in chunks, and as one buffer.
      memory.take(gathered.length);
      const bytes = gathered.toBuffer();
      fields.push({ name, kind: 'file', bytes, ...(fileName !== undefined && { fileName }) });
    } catch (error) {
      fail(error);
    }
  });
}

function keepText(name: string, part: BusboyFileStream, fields: RequestField[]): void {
  const gathered = new GatheredBytes();
  part.on('data', (chunk: Buffer) => {
    gathered.add(chunk);
  });
  part.on('end', () => fields.push({ name, kind: 'text', text: gathered.chunks() }));
}

const UTF8_NAMES = ['utf-8', 'utf8', 'us-ascii'];

interface JsonBody {
  readonly value: unknown;
  /** The long strings by name; the value contains their names instead. */
  readonly longStrings: ReadonlyMap<string, TextBytes>;
}

/** JSON without its images: what is larger, up to 1 MB, takes several milliseconds, in which nobody else is served. */
const PARSED_AT_ONCE = 64 * 1024;

/** The value of a JSON body. */
export async function readJson(source: BodySource, charset: string | undefined): Promise<JsonBody> {
  if (charset !== undefined && !UTF8_NAMES.includes(charset.toLowerCase())) {
    throw new ServiceError('malformed-body', 'JSON must be encoded in UTF-8.');
  }
  const { rest, longStrings } = await pumpBody(source, split());
  if (rest.length === 0) throw new ServiceError('malformed-body', 'The request body is empty.');
  const isLarge = rest.length > PARSED_AT_ONCE && source.inTurn !== undefined;
  const value = isLarge ? await source.inTurn(() => parse(rest)) : parse(rest);
  return { value, longStrings };
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ServiceError('malformed-body', 'The JSON body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (cause) {
    throw notJson(cause);
  }
}

function split(): BodySink<SplitJson> {
  const splitter = new JsonSplitter();
  const { promise, resolve, reject } = deferred<SplitJson>();
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

/** The wanted fields of a JSON object. */
const readJsonFields = async (
  source: BodySource,
  charset: string | undefined,
  wanted: readonly string[],
): Promise<RequestField[]> => {
  const { value, longStrings } = await readJson(source, charset);
  return fieldsOfJson(value, wanted, longStrings);
};

/** The image fields of a parsed JSON body. */
export function fieldsOfJson(
  body: unknown,
  wanted: readonly string[],
  longStrings: ReadonlyMap<string, TextBytes>,
): RequestField[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('malformed-body', 'The body must be a JSON object that holds the image fields.');
  }
  const entries = new Map<string, unknown>(Object.entries(body));
  const textOf = (value: string): TextBytes => longStrings.get(value) ?? textBytes(value);
  return wanted.flatMap((name): RequestField[] => {
    const value = entries.get(name);
    if (value === undefined || value === null) return [];
    if (typeof value === 'string') return [{ name, kind: 'text', text: textOf(value) }];
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => (typeof item === 'string' ? textOf(item) : item));
      return [{ name, kind: 'list', items }];
    }
    throw notAString(name);
  });
}
