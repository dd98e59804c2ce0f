import { z } from 'zod';
import { quote, ServiceError } from '../errors.js';
import { lengthOf, type TextBytes } from '../http/body/request-field.js';
import { type FaceInput, readImages, type ReadImagesOptions, VECTOR_NUMBERS } from '../images/index.js';
import { type RequestField } from '../http/body/request-field.js';
import { badParameter } from '../http/query.js';
import { requireModel } from '../faces/index.js';

/** How many frames a check takes. */
export const FRAMES = { from: 2, to: 24 } as const;

export const FIELDS = ['session', 'frames', 'times', 'img', 'vec'] as const;

const session = z.string().describe('The session of Liveness Session.');
const reference = {
  img: 'A photo of the person who is expected, to compare with.',
  vec: 'A stored vector of the person who is expected, in place of img.',
};
const FRAMES_TEXT = `The frames, ${FRAMES.from} to ${FRAMES.to}, in their order. 640×480 pixels suffice.`;

export const checkForm = z.object({
  session,
  frames: z
    .array(z.string().meta({ format: 'binary' }))
    .min(FRAMES.from)
    .max(FRAMES.to)
    .describe(`${FRAMES_TEXT} A part of this name for each.`),
  times: z.string().describe('The milliseconds of each frame since any moment, joined by commas.'),
  img: z.string().meta({ format: 'binary' }).optional().describe(reference.img),
  vec: z.string().optional().describe(`${reference.vec} A JSON array of ${VECTOR_NUMBERS} numbers.`),
});

export const checkJson = z.object({
  session,
  frames: z.array(z.string().min(1)).min(FRAMES.from).max(FRAMES.to).describe(`${FRAMES_TEXT} Base64.`),
  times: z
    .union([z.string(), z.array(z.number())])
    .describe('The milliseconds of each frame since any moment, as a list or joined by commas.'),
  img: z.string().optional().describe(`${reference.img} Base64, a data: URL, or an http(s) URL.`),
  vec: z.array(z.number()).length(VECTOR_NUMBERS).optional().describe(reference.vec),
});

/** What a check was sent. */
export interface CheckInput {
  readonly session: string;
  readonly frames: readonly Uint8Array[];
  readonly times: readonly number[];
  /** The photo or the vector to compare with. */
  readonly reference: FaceInput | null;
}

interface ReadOptions extends Omit<ReadImagesOptions, 'sameWay'> {
  /** The model that made the stored vector, if the caller states it. */
  readonly statedModel: string | readonly string[] | undefined;
}

/** Reads the fields of a check. Nothing is decoded before their number is known to be right. */
export async function readCheck(fields: RequestField[], options: ReadOptions): Promise<CheckInput> {
  const session = textOf(fields, 'session');
  const times = timesOf(fields);
  const frames = frameFields(fields);
  if (frames.length < FRAMES.from || frames.length > FRAMES.to)
    throw badParameter(
      'frames',
      `must be ${FRAMES.from} to ${FRAMES.to} images, but ${frames.length} were sent`,
      {
        limit: FRAMES.to,
      },
    );
  if (times.length !== frames.length)
    throw badParameter(
      'times',
      `must have one number for each frame, but has ${times.length} for ${frames.length}`,
    );
  const images = await readImages(
    frames,
    frames.map(({ name }) => ({ field: name })),
    { ...options, sameWay: false, fetcher: { fetch: () => Promise.reject(noUrl()) } },
  );
  const hasReference = fields.some(({ name }) => name === 'img' || name === 'vec');
  const sent = hasReference
    ? await readImages(fields, [{ field: 'img', vector: 'vec' }], { ...options, sameWay: false })
    : null;
  if (sent?.img instanceof Float32Array) requireModel(options.statedModel);
  // Only `vec` may be a vector.
  return { session, times, frames: Object.values(images) as Uint8Array[], reference: sent?.img ?? null };
}

const noUrl = (): ServiceError =>
  new ServiceError('url-rejected', 'Frames are not fetched from URLs; send the frames themselves.');

/** Each frame as a field of its own, in the order of the request. */
function frameFields(fields: readonly RequestField[]): RequestField[] {
  const found = fields.filter(({ name }) => name === 'frames');
  const items = found.flatMap((field): RequestField[] =>
    field.kind === 'list'
      ? field.items.map((item) => ({ name: '', kind: 'text', text: frameText(item) }))
      : [field],
  );
  return items.map((field, n) => ({ ...field, name: `frames[${n}]` }));
}

/** Strings of a list have been kept as bytes. */
function frameText(item: unknown): TextBytes {
  if (Array.isArray(item) && item.length > 0 && item.every((chunk) => chunk instanceof Uint8Array))
    return item;
  throw new ServiceError('malformed-body', 'Every item of frames must be a string: an image in Base64.', {
    field: 'frames',
  });
}

/** Longer than any session, and than any list of times. */
const MAX_TEXT_LENGTH = 4096;

function textOf(fields: readonly RequestField[], name: string): string {
  const found = fields.filter((field) => field.name === name);
  const [field] = found;
  if (field === undefined)
    throw new ServiceError('missing-field', `The field ${name} is missing.`, { field: name });
  if (found.length > 1 || field.kind === 'list')
    throw new ServiceError('malformed-body', `The field ${name} must be given once, as text.`, {
      field: name,
    });
  const text = field.kind === 'file' ? [field.bytes] : field.text;
  if (lengthOf(text) > MAX_TEXT_LENGTH) throw badParameter(name, `is longer than ${MAX_TEXT_LENGTH} bytes`);
  return Buffer.concat(text).toString('utf8').trim();
}

const MILLISECONDS = /^\d{1,15}(\.\d{1,6})?$/;

function timesOf(fields: readonly RequestField[]): number[] {
  const list = fields.find(({ name, kind }) => name === 'times' && kind === 'list');
  const parts =
    list?.kind === 'list'
      ? list.items.slice(0, FRAMES.to + 1).map((item) => (typeof item === 'number' ? String(item) : ''))
      : textOf(fields, 'times').split(',');
  return parts.map((part) => {
    if (!MILLISECONDS.test(part.trim()))
      throw badParameter('times', `must be milliseconds joined by commas, not ${quote(part)}`);
    return Number(part);
  });
}
