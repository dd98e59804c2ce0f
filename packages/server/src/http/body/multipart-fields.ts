import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '../../errors.js';
import type { RequestField } from '../../input/request-field.js';
import { GatheredBytes } from '../../input/gathered-bytes.js';
import { pumpBody, type BodySink, type BodySource } from './pump-body.js';
import { settleable } from './settleable.js';

/** More than any form for these operations has; unknown fields are let pass, but not without end. */
const MOST_PARTS = 100;
const LONGEST_NAME = 200;
const MOST_HEADER_BYTES = 16 * 1024;

/** The wanted fields of a form; the others are passed over without being kept. */
export async function readMultipartFields(
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
      // Each part comes as a stream: text that the parser gathers itself costs many times its length.
      isPartAFile: () => true,
      limits: { parts: MOST_PARTS, fieldNameSize: LONGEST_NAME, headerSize: MOST_HEADER_BYTES },
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
  const { promise, resolve, reject } = settleable<RequestField[]>();
  const broken = (cause: unknown): void => {
    reject(
      new ServiceError('malformed-body', 'The multipart body is broken or ends too early.', {}, { cause }),
    );
  };
  form
    .on('file', (name, part, fileName, _encoding, type) => {
      part.on('error', broken);
      if (!wanted.includes(name)) part.resume();
      else if (isFile(fileName, type)) keepFile(name, part, fields, source, reject);
      else keepText(name, part, fields);
    })
    .on('partsLimit', () => {
      reject(new ServiceError('malformed-body', `The multipart body has more than ${MOST_PARTS} parts.`));
    })
    .on('error', broken)
    .on('finish', () => {
      resolve(fields);
    });
  return {
    write: (chunk) => form.write(chunk),
    end: () => {
      form.end();
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
  part: BusboyFileStream,
  fields: RequestField[],
  { limits: { imageBytes }, allowance }: BodySource,
  fail: (error: unknown) => void,
): void {
  const gathered = new GatheredBytes();
  part.on('data', (chunk: Buffer) => {
    gathered.add(chunk);
    if (gathered.length <= imageBytes) return;
    const message = `The image in ${name} is larger than the limit of ${imageBytes} bytes.`;
    fail(new ServiceError('too-many-bytes', message, { field: name, limitBytes: imageBytes }));
  });
  part.on('end', () => {
    try {
      // For a moment it is there twice: in pages, and in one piece.
      allowance.take(gathered.length);
      fields.push({ name, kind: 'file', bytes: gathered.whole() });
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
  part.on('end', () => fields.push({ name, kind: 'text', text: gathered.pages() }));
}
