import { type Deadline, reasonOf, startDeadline } from './deadline.js';
import { MAX_BATCH_IMAGES, OPERATIONS, VECTOR_LENGTH } from './generated/api-values.js';
import { readTimeout, type Settings } from './client-options.js';
import { InputError } from './errors.js';
import type { RequestOptions } from './face-options.js';
import { type ImageSource, isStoredVector, type PreparedImage, type StoredVector } from './image-source.js';
import { prepareImage } from './read-image.js';
import { sendOnce, type Request } from './request.js';
import { type ImageField, imageText, requestBody, type RequestBody } from './request-body.js';
import type { ReadLimits } from './byte-stream.js';
import type { CallResponse } from './read-results.js';
import { withRetries } from './retry.js';

type OperationName = keyof typeof OPERATIONS;

/** A request without its body. */
export interface Target {
  readonly operation: OperationName;
  /** What the places of the path are filled with. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly options: RequestOptions;
}

interface Call extends Target {
  /** As many as the operation has fields. */
  readonly images: readonly (ImageSource | StoredVector)[];
}

/** One call, from the images to the response, within its deadline. */
export async function callOperation(call: Call, settings: Settings): Promise<CallResponse> {
  const model = modelOf(call.images);
  return callWith(call, settings, async (limits) => requestBody(await prepareAll(call, limits)), model);
}

/** A request with this body, or with none. */
export const callPlain = (target: Target, settings: Settings, body?: RequestBody): Promise<CallResponse> =>
  callWith(target, settings, () => Promise.resolve(body));

/** A request whose body is made within the deadline. */
export const callWith = (
  target: Target,
  settings: Settings,
  bodyOf: (limits: ReadLimits) => Promise<RequestBody | undefined>,
  model?: string,
): Promise<CallResponse> =>
  withDeadline(target, settings, async (deadline) => {
    const { signal } = deadline;
    const body = await bodyOf({ maxBytes: settings.maxImageBytes, signal });
    const request = { ...requestTo(target, settings), model, body };
    const attempt = async (attempts: number): Promise<CallResponse> => ({
      response: await sendOnce(request, settings.fetch, signal),
      attempts,
    });
    const received = await withRetries(attempt, settings, deadline);
    deadline.release();
    return received;
  });

/** What the work returns may be read until the deadline: unless it fails, the work has to release it. */
export async function withDeadline<Result>(
  { options }: Target,
  settings: Settings,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const deadline = startDeadline(readTimeout(options.timeoutMs ?? settings.timeoutMs), options.signal);
  const { signal } = deadline;
  try {
    if (signal.aborted) throw reasonOf(signal);
    return await work(deadline);
  } catch (error) {
    deadline.release();
    // Runtimes wrap the reason of a signal in errors of their own.
    throw signal.aborted ? reasonOf(signal) : error;
  }
}

export function requestTo({ operation, ids = {}, query = {} }: Target, settings: Settings): Request {
  const { method, path } = OPERATIONS[operation];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => checkedId(name, ids[name]));
  const { baseUrl, apiKey } = settings;
  return { method, url: `${baseUrl}${filled}${queryText(query)}`, apiKey };
}

/** Anything else would be another path. */
const ID = /^(?!\.{1,2}$)[\w.-]{1,64}$/;

function checkedId(name: string, id: unknown): string {
  if (typeof id === 'string' && ID.test(id)) return id;
  throw new InputError(
    `The id of a ${name} is 1 to 64 letters, digits, dots, hyphens or underscores, not ${JSON.stringify(id)}.`,
  );
}

interface BatchCall extends Omit<Call, 'images'> {
  readonly images: readonly ImageSource[];
}

/** One request with a list of images, each of which counts as a call. */
export async function callBatch(call: BatchCall, settings: Settings): Promise<CallResponse> {
  const { operation, images } = call;
  if (images.length === 0 || images.length > MAX_BATCH_IMAGES)
    throw new InputError(`A batch has 1 to ${MAX_BATCH_IMAGES} images, not ${images.length}.`);
  const [field = '']: readonly string[] = OPERATIONS[operation].fields;
  return callWith(call, settings, async (limits) => {
    const texts: string[] = [];
    // One after the other: together they may be large.
    for (const image of images) texts.push(await imageText(await prepareImage(image, limits)));
    return { body: JSON.stringify({ [field]: texts }), contentType: 'application/json' };
  });
}

/** The same stream given for both images is read once. */
async function prepareAll({ operation, images }: Call, limits: ReadLimits): Promise<ImageField[]> {
  const prepared = new Map<ImageSource, Promise<PreparedImage>>();
  const fields = OPERATIONS[operation].fields.map(async (field, index): Promise<ImageField> => {
    const source = images[index];
    if (source === undefined) throw new InputError(`The image for ${field} is missing.`);
    if (isStoredVector(source))
      return [VECTOR_FIELDS[field] ?? field, { as: 'vector', numbers: vectorNumbers(source) }];
    const image = prepared.get(source) ?? prepareImage(source, limits);
    prepared.set(source, image);
    return [field, await image];
  });
  return Promise.all(fields);
}

/** Where a stored vector goes instead of an image. */
const VECTOR_FIELDS: Readonly<Partial<Record<string, string>>> = {
  img: 'vec',
  img_1: 'vec_1',
  img_2: 'vec_2',
};

export function vectorNumbers({ vector }: StoredVector): number[] {
  const numbers = Array.from(vector);
  if (numbers.length !== VECTOR_LENGTH || !numbers.every((number) => Number.isFinite(number)))
    throw new InputError(`A stored vector is ${VECTOR_LENGTH} numbers, but this one is not.`);
  return numbers;
}

/** The model that made the stored vectors of a call, where that is known. */
export function modelOf(sources: Call['images']): string | undefined {
  const models = new Set(sources.flatMap((source) => (isStoredVector(source) ? (source.model ?? []) : [])));
  if (models.size > 1)
    throw new InputError(
      `The vectors are of different models (${[...models].join(', ')}), so they cannot be compared.`,
    );
  return [...models][0];
}

function queryText(query: NonNullable<Target['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
