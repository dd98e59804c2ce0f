import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { isRejected, type Meter, type Reservation } from '../accounts/meter/meter.js';
import { ClientGone, ServiceError } from '../errors.js';
import { lengthOf } from '../images/image-text.js';
import type { RequestField } from '../images/read-images.js';
import type { RequestMemory } from '../work/memory-budget.js';
import { failure, NDJSON, success, wantsLines, type Failure, type Success } from '../http/envelope.js';
import { rejectionError, sendLimits, apiKeyOf } from '../http/plugins/authenticate.js';
import { toServiceError } from '../http/render-error.js';
import type { Call } from './operation-call.js';

/** More images must be sent in several requests. */
export const MAX_IMAGES = 32;

/** As many as an ordinary client sends at once: a list gets no more of the service than separate calls would. */
const CONCURRENT_IMAGES = 4;

/** The result of one image, in the same envelope as for a separate call. */
type BatchResult<Data> = Success<string, Data> | Failure;

/** A field with a list of images. */
type ImageList = Extract<RequestField, { kind: 'list' }>;

function requireLength({ name, items: { length } }: ImageList): void {
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
}

/** A request with a list of images. */
export interface Batch<Data> {
  readonly call: Call;
  readonly list: ImageList;
  readonly meter: Meter;
  readonly path: string;
  readonly message: string;
  /** The reservation of the request, which the first image uses. */
  readonly reservation: Reservation;
  /** Analyses one image and settles its reservation, also if `fieldsOf` throws. */
  readonly analyse: (
    call: Call,
    fieldsOf: () => RequestField[],
    reservation: Reservation,
  ) => Promise<Success<string, Data>>;
}

/**
 * Each image of a list is a call of its own: it is reserved, queued, and settled before its result is sent. All share
 * the deadline and the memory limit of the request.
 */
export async function respondToList<Data>(
  batch: Batch<Data>,
  reply: FastifyReply,
): Promise<Success<string, { readonly results: readonly BatchResult<Data>[] }> | FastifyReply> {
  const { call, message } = batch;
  const { request, scope } = call;
  requireLength(batch.list);
  const { name, items: list } = batch.list;
  const memory = new BatchMemory(scope.memory, textBytesOf(list));
  // A client that reads slowly must not keep images in memory that will no longer be analysed.
  const discardList = (): void => {
    memory.shareOf(textBytesOf(list)).release();
    list.fill(undefined);
  };
  scope.signal.addEventListener('abort', discardList, { once: true });
  const results = inOrder(list.length, async (n) => {
    // In an array, so that it can be removed: its text must not stay in memory after it is decoded.
    const taken = [list[n]];
    list[n] = undefined;
    const share = memory.shareOf(textBytesOf(taken));
    const result = await resultOf(
      async () => {
        const reservation = n === 0 ? batch.reservation : await reserveNext(batch, reply);
        const own = { ...call, scope: { ...scope, memory: share } };
        return batch.analyse(own, () => [fieldOfItem(name, taken.pop())], reservation);
      },
      (error) => {
        request.log.error({ err: error }, 'unexpected error');
      },
    );
    share.release();
    return result;
  });
  // The first call is settled even if the client does not read the response.
  const { value: first } = await results.next();
  if (wantsLines(request.headers.accept)) {
    request.succeeded = true;
    // Proxies must not buffer the response.
    return reply.header('x-accel-buffering', 'no').type(NDJSON).send(linesOf(first, results));
  }
  const all = first === undefined ? [] : [first];
  for await (const result of results) all.push(result);
  // The client has disconnected.
  if (scope.signal.reason instanceof ClientGone) throw scope.signal.reason;
  return success(message, { results: all });
}

/** One image of a list as the field of a separate call. */
function fieldOfItem(name: string, item: unknown): RequestField {
  if (isText(item)) return { name, kind: 'text', text: item };
  throw new ServiceError(
    'malformed-body',
    `Every image in the list ${name} must be a string: Base64 or an image URL.`,
    { field: name },
  );
}

/** The memory that the texts of items take. */
const textBytesOf = (items: readonly unknown[]): number =>
  items.reduce<number>((sum, item) => sum + (isText(item) ? lengthOf(item) : 0), 0);

/** Strings of a list are kept as bytes; other items as parsed. */
const isText = (item: unknown): item is readonly Uint8Array[] =>
  Array.isArray(item) && item.length > 0 && item.every((chunk) => chunk instanceof Uint8Array);

/**
 * Processes a few items at a time and yields the results in order. Nothing new is started until the next result is
 * requested. The work must not reject, because a result may wait for earlier ones.
 */
async function* inOrder<Result>(
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
async function resultOf<Data>(
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
const linesOf = (first: unknown, others: AsyncIterable<unknown>): Readable =>
  Readable.from(
    (async function* () {
      yield `${JSON.stringify(first)}\n`;
      for await (const result of others) yield `${JSON.stringify(result)}\n`;
    })(),
    { objectMode: false },
  );

/**
 * Reserves another call of the plan. A batch waits for the rate limit of the plan as long as there is time; other
 * rejections, such as an exhausted quota, are final.
 */
async function reserveNext({ call, meter, path }: Batch<unknown>, reply: FastifyReply): Promise<Reservation> {
  const { signal, maxWaitMs } = call.scope;
  const apiKey = apiKeyOf(call.request);
  for (;;) {
    signal.throwIfAborted();
    const admitted = await meter.admit(apiKey);
    if (!isRejected(admitted)) {
      if (!reply.sent) sendLimits(reply, admitted.limits);
      return admitted.reservation;
    }
    const { rejected, retryAfterMs = Infinity } = admitted;
    if (rejected !== 'rate-limit' || retryAfterMs > maxWaitMs()) throw rejectionError(admitted, meter, path);
    await sleep(Math.max(1, retryAfterMs), undefined, { signal }).catch(() => undefined);
  }
}

/** Divides the memory of a request among its images, so that each releases its share when it is done. */
class BatchMemory {
  readonly #memory: RequestMemory;
  #held: number;

  /** From now on, only the texts of the images are counted. */
  constructor(memory: RequestMemory, textBytes: number) {
    memory.holdOnly(textBytes);
    this.#memory = memory;
    this.#held = textBytes;
  }

  /** The share of one image, initially its text. */
  shareOf(textBytes: number): RequestMemory {
    let own = textBytes;
    const holdOnly = (bytes: number): void => {
      const held = this.#held - own + bytes;
      this.#memory.holdOnly(held);
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
