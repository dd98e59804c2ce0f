import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isRefused, type Allowance, type Meter, type Reservation } from '../../accounts/meter/meter.js';
import { ClientGone, ServiceError } from '../../errors.js';
import type { RequestField } from '../../input/read-images.js';
import type { BodyAllowance } from '../body/body-budget.js';
import { failure, successSchema, type Failure, type Success } from '../envelope.js';
import { refusalOf } from '../plugins/authenticate.js';
import { toServiceError } from '../render-error.js';
import { ErrorEnvelope } from '../openapi/error-responses.js';
import type { DocumentedResponse } from '../openapi/route-document.js';

/** More images must be sent in several requests. */
export const MAX_IMAGES = 32;

/** As many as an ordinary client sends at once: a list gets no more of the service than separate calls would. */
const CONCURRENT_IMAGES = 4;

/** The result of one image, in the same envelope as for a separate call. */
export type BatchResult<Data> = Success<string, Data> | Failure;

/** The images if the field contains a list; null if it contains one image. */
export function imagesInList(fields: readonly RequestField[], name: string): unknown[] | null {
  const list = fields.find((field) => field.name === name);
  if (list?.kind !== 'list') return null;
  const { length } = list.items;
  if (length === 0)
    throw new ServiceError('missing-field', `The list ${name} is empty; send an image in it.`, {
      field: name,
    });
  if (length > MAX_IMAGES)
    throw new ServiceError(
      'bad-parameter',
      `The list ${name} holds ${length} images; send at most ${MAX_IMAGES} in one request.`,
      { field: name, limit: MAX_IMAGES },
    );
  return list.items;
}

/** One image of a list as the field of a separate call. */
export function fieldOfItem(name: string, item: unknown): RequestField {
  if (isText(item)) return { name, kind: 'text', text: item };
  throw new ServiceError(
    'malformed-body',
    `Every image in the list ${name} must be a string: Base64 or an image URL.`,
    { field: name },
  );
}

/** The memory that the text of an item takes. */
export const textBytesOf = (item: unknown): number =>
  isText(item) ? item.reduce((sum, { length }) => sum + length, 0) : 0;

/** Strings of a list are kept as bytes; other items as parsed. */
const isText = (item: unknown): item is readonly Uint8Array[] =>
  Array.isArray(item) && item.length > 0 && item.every((chunk) => chunk instanceof Uint8Array);

/**
 * Processes a few items at a time and yields the results in order. Nothing new is started until the next result is
 * requested. The work must not reject, because a result may wait for earlier ones.
 */
export async function* inOrder<Result>(
  count: number,
  work: (n: number) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const underWay: Promise<Result>[] = [];
  for (let n = 0; n < count; n++) {
    underWay.push(work(n));
    const first = underWay.length === CONCURRENT_IMAGES ? underWay.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const rest of underWay) yield await rest;
}

/** The result of an image, success or failure. */
export async function resultOf<Data>(
  work: () => Promise<Success<string, Data>>,
  onBug: (error: unknown) => void,
): Promise<BatchResult<Data>> {
  try {
    return await work();
  } catch (error) {
    const known = toServiceError(error);
    // A disconnect is not a bug.
    if (known.code === 'bug' && !(error instanceof ClientGone)) onBug(error);
    return failure(known);
  }
}

/** One JSON value per line: the first result, which is available, then each of the others as soon as it is. */
export const linesOf = (first: unknown, others: AsyncIterable<unknown>): Readable =>
  Readable.from(
    (async function* () {
      yield `${JSON.stringify(first)}\n`;
      for await (const result of others) yield `${JSON.stringify(result)}\n`;
    })(),
    { objectMode: false },
  );

export interface NextCall {
  readonly meter: Meter;
  readonly userId: string;
  readonly path: string;
  /** Cancels the wait, with its reason. */
  readonly signal: AbortSignal;
  /** How long the image may wait for the rate limit of the plan. */
  readonly maxWaitMs: () => number;
  /** Called with what the plan still allows. */
  readonly onAdmitted: (allowance: Allowance) => void;
}

/**
 * Reserves another call of the plan. A batch waits for the rate limit of the plan as long as there is time; other
 * refusals, such as an exhausted quota, are final.
 */
export async function reserveNext({
  meter,
  userId,
  path,
  signal,
  maxWaitMs,
  onAdmitted,
}: NextCall): Promise<Reservation> {
  for (;;) {
    signal.throwIfAborted();
    const answer = await meter.admit(userId);
    if (!isRefused(answer)) {
      onAdmitted(answer.allowance);
      return answer.reservation;
    }
    const { refused, retryAfterMs = Infinity } = answer;
    if (refused !== 'rate-limit' || retryAfterMs > maxWaitMs()) throw refusalOf(answer, meter, path);
    await sleep(Math.max(1, retryAfterMs), undefined, { signal }).catch(() => undefined);
  }
}

/** Divides the memory of a request among its images, so that each releases its share when it is done. */
export class BatchMemory {
  readonly #allowance: BodyAllowance;
  #held: number;

  /** From now on, only the texts of the images are counted. */
  constructor(allowance: BodyAllowance, textBytes: number) {
    allowance.holdOnly(textBytes);
    this.#allowance = allowance;
    this.#held = textBytes;
  }

  /** The share of one image, initially its text. */
  shareOf(textBytes: number): BodyAllowance {
    let own = textBytes;
    const holdOnly = (bytes: number): void => {
      const held = this.#held - own + bytes;
      this.#allowance.holdOnly(held);
      this.#held = held;
      own = bytes;
    };
    return {
      take: (bytes) => {
        holdOnly(own + bytes);
      },
      holdOnly,
      release: () => {
        holdOnly(0);
      },
    };
  }
}

/** The response of an operation that accepts one image or a list. */
export function oneOrSeveral(
  message: string,
  data: z.ZodType,
): Pick<DocumentedResponse, 'schema' | 'alone' | 'lines'> {
  const one = successSchema(message, data);
  const result = z.union([one, ErrorEnvelope]);
  const results = z
    .array(result)
    .describe(
      'For a list of images: one envelope for each, in their order, as a call of its own would have had.',
    );
  return { schema: z.union([one, successSchema(message, z.object({ results }))]), alone: one, lines: result };
}
