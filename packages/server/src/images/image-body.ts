import { z } from 'zod';
import { ServiceError, type ErrorCode, type ErrorDetails } from '../errors.js';
import type { BodyLimits } from '../http/body/body-stream.js';
import { readFields } from '../http/body/read-fields.js';
import type { RequestField } from '../http/body/request-field.js';
import { sendContinue } from '../http/plugins/headers.js';
import { traceOf } from '../http/plugins/observability.js';
import { scopeOf } from '../http/plugins/request-scope.js';
import type { BodyKind, Content, ImageBodies } from '../http/route.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WantedImage } from './read-images.js';
import { VECTOR_NUMBERS } from './stored-vector.js';

/** An image field of a request, and the field for a stored vector that may be sent instead. */
export interface ImageField extends WantedImage {
  /** What the image shows. */
  readonly about?: string;
}

/** The errors of every body with images. */
export const IMAGE_BODY_ERRORS = [
  'missing-field',
  'unreadable-image',
  'image-format',
  'malformed-body',
  'too-many-bytes',
  'too-many-pixels',
  'content-type',
  'url-rejected',
  'url-failed',
] as const satisfies readonly ErrorCode[];

/** Reads fields of a form or of JSON, as bytes. */
export async function receiveFields(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: BodyLimits,
  wanted: readonly string[],
): Promise<RequestField[]> {
  const { memory, signal, inTurn } = scopeOf(request);
  sendContinue(request, reply);
  const source = { request: request.raw, limits, memory, signal, inTurn };
  return [...(await traceOf(request).step('read body', () => readFields(source, wanted)))];
}

/** A body of image fields, as a form or as JSON. */
export const imageBody = (
  images: readonly ImageField[],
  limitsOf: (request: FastifyRequest) => BodyLimits,
  mostInList?: number,
): BodyKind<RequestField[]> => {
  const wanted = images.flatMap(({ field, vector }) => (vector === undefined ? [field] : [field, vector]));
  const [{ field } = { field: 'img' }] = images;
  return {
    errors: IMAGE_BODY_ERRORS,
    read: (request, reply) => receiveFields(request, reply, limitsOf(request), wanted),
    content: (bodies) => imageContent(images, mostInList, bodies),
    exampleError: (code) => errorAbout(code, field),
  };
};

const PHOTOS = ['https://images.example.com/sample1.jpg', 'https://images.example.com/sample3.jpg'];

const inPlaceOf = (field: string): string => `A stored vector of Face Vector, in place of ${field}.`;

function imageContent(
  images: readonly ImageField[],
  mostInList: number | undefined,
  bodies: ImageBodies,
): Readonly<Record<string, Content>> {
  const fields = (image: (about: string) => z.ZodType, vector: (about: string) => z.ZodType): z.ZodType =>
    z.object(
      Object.fromEntries(
        images.flatMap(({ field, vector: stored, about = '' }) =>
          stored === undefined
            ? [[field, image(about)]]
            : // Which of the two is needed depends on which is sent.
              [
                [field, image(about).optional()],
                [stored, vector(inPlaceOf(field)).optional()],
              ],
        ),
      ),
    );
  const list =
    mostInList === undefined
      ? ''
      : `; or a list of up to ${mostInList} of them, each of which is a call of its own`;
  const text = z.string().min(1);
  const oneOrList = mostInList === undefined ? text : z.union([text, z.array(text).min(1).max(mostInList)]);
  return {
    'multipart/form-data': {
      schema: fields(
        (about) =>
          z.string().meta({
            format: 'binary',
            description: `${about} A file, or a text part with Base64 or an image URL.`,
          }),
        (about) => z.string().describe(`${about} A JSON array of ${VECTOR_NUMBERS} numbers.`),
      ),
    },
    ...(bodies === 'all' && {
      'application/json': {
        schema: fields(
          (about) => oneOrList.describe(`${about} Base64, a data: URL, or an http(s) URL${list}.`),
          (about) => z.array(z.number()).length(VECTOR_NUMBERS).describe(about),
        ),
        examples: {
          urls: {
            summary: 'Image URLs',
            value: Object.fromEntries(images.map(({ field }, n) => [field, PHOTOS[Math.min(n, 1)]])),
          },
        },
      },
    }),
  };
}

type Said = readonly [message: string, details: ErrorDetails];

/** What the service says about an image in the given field, where that is more than the sentence of the catalogue. */
const ABOUT_IMAGES: Partial<Record<ErrorCode, (field: string) => Said>> = {
  'missing-field': (field) => [`The field ${field} is missing; send an image in it.`, { field }],
  'unreadable-image': (field) => [
    `${field}: The image ends too early; the file is cut off.`,
    { field, format: 'jpeg' },
  ],
  'image-format': (field) => [
    `${field}: The image format is not accepted; send JPEG, PNG, WebP or AVIF.`,
    { field, format: 'gif' },
  ],
  'too-many-bytes': (field) => [
    `The image in ${field} is larger than the limit of 20971520 bytes.`,
    { field, limitBytes: 20_971_520 },
  ],
  'no-face': (field) => [`No face detected in ${field}.`, { field }],
  'url-rejected': (field) => [
    `${field}: The image URL is rejected; it must name a public http or https host on its default port, without credentials.`,
    { field },
  ],
  'url-failed': (field) => [
    `${field}: The image URL responded with the HTTP status 404.`,
    { field, reason: 'status', status: 404 },
  ],
};

function errorAbout(code: ErrorCode, field: string): ServiceError | undefined {
  const said = ABOUT_IMAGES[code]?.(field);
  return said && new ServiceError(code, ...said);
}
