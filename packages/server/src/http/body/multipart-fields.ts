import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '../../errors.js';
import type { RequestField } from '../../input/read-images.js';
import { pumpBody, type BodyLimits, type BodySink, type BodySource } from './pump-body.js';
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
  return pumpBody(source, formSink(openForm(contentType, source.limits), wanted, source.limits));
}

function openForm(contentType: string, limits: BodyLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_name, type = '', fileName) =>
        fileName !== undefined || type === 'application/octet-stream' || type.startsWith('image/'),
      limits: {
        parts: MOST_PARTS,
        fieldNameSize: LONGEST_NAME,
        headerSize: MOST_HEADER_BYTES,
        // One byte more than allowed, so that whoever judges the image sees that it is too large.
        fileSize: limits.imageBytes + 1,
        fieldSize: limits.bodyBytes,
      },
    });
  } catch (cause) {
    const message = 'The multipart body cannot be read: its content type names no boundary.';
    throw new ServiceError('malformed-body', message, {}, { cause });
  }
}

function formSink(
  form: BusboyInstance,
  wanted: readonly string[],
  limits: BodyLimits,
): BodySink<RequestField[]> {
  const fields: RequestField[] = [];
  const { promise, resolve, reject } = settleable<RequestField[]>();
  const broken = (cause: unknown): void => {
    reject(
      new ServiceError('malformed-body', 'The multipart body is broken or ends too early.', {}, { cause }),
    );
  };
  form
    .on('field', (name, value) => {
      if (wanted.includes(name)) fields.push({ name, kind: 'text', value });
    })
    .on('file', (name, file) => {
      file.on('error', broken);
      if (!wanted.includes(name)) file.resume();
      else keepFile(name, file, fields, limits, reject);
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

function keepFile(
  name: string,
  file: BusboyFileStream,
  fields: RequestField[],
  { imageBytes }: BodyLimits,
  fail: (error: ServiceError) => void,
): void {
  const chunks: Buffer[] = [];
  file.on('data', (chunk: Buffer) => chunks.push(chunk));
  file.on('limit', () => {
    const message = `The image in ${name} is larger than the limit of ${imageBytes} bytes.`;
    fail(new ServiceError('too-many-bytes', message, { field: name, limitBytes: imageBytes }));
  });
  file.on('end', () => fields.push({ name, kind: 'file', bytes: Buffer.concat(chunks) }));
}
