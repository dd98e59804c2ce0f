import { Readable } from 'node:stream';
import { z } from 'zod';
import { ClientGone, ServiceError } from '../errors.js';
import { lengthOf, type RequestField } from '../http/body/request-field.js';
import { counted, countedCallOf } from '../http/counted-call.js';
import {
  failure,
  NDJSON,
  success,
  successSchema,
  wantsLines,
  type Failure,
  type Success,
} from '../http/envelope.js';
import { ErrorEnvelope } from '../http/openapi/error-responses.js';
import { scopeOf, type RequestScope } from '../http/plugins/request-scope.js';
import { toServiceError } from '../http/render-error.js';
import type { Call, Examples, ResponseKind, Shape } from '../http/route.js';
import type { RequestMemory } from '../work/memory-budget.js';

/** More images must be sent in several requests. */
export const MAX_IMAGES = 32;

/** As many as an ordinary client sends at once: a list gets no more of the service than separate calls would. */
const CONCURRENT_IMAGES = 4;

/** A field with a list of images. */
type ImageList = Extract<RequestField, { kind: 'list' }>;

/** The results of a list of images, in order: data, or an error. Computed as they are read. */
export class Results {
  constructor(
    /** The first is settled even if the client does not read the response. */
    readonly first: unknown,
    readonly others: AsyncIterable<unknown>,
    readonly signal: AbortSignal,
  ) {}
}

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

/** Analyses one image. */
type Analyse<Data> = (
  scope: RequestScope,
  fields: RequestField[],
  ...events: Parameters<Parameters<typeof counted>[2]>
) => Promise<Data>;

/**
 * Each image of a list is a call of its own: it is reserved, queued, and settled before its result is sent. All share
 * the deadline and the memory limit of the request.
 */
export async function respondToList<Data>(
  { request }: Call<Shape, Shape>,
  list: ImageList,
  analyse: Analyse<Data>,
): Promise<Results> {
  const call = countedCallOf(request);
  const { another } = call;
  if (another === undefined)
    throw new ServiceError(
      'bad-parameter',
      'Calls without an account take one image for each field, not a list.',
    );
  requireLength(list);
  const { name, items } = list;
  const scope = scopeOf(request);
  const { signal, maxWaitMs } = scope;
  const memory = new ListMemory(scope.memory, textBytesOf(items));
  // A client that reads slowly must not keep images in memory that will no longer be analysed.
  const discardList = (): void => {
    memory.shareOf(textBytesOf(items)).release();
    items.fill(undefined);
  };
  signal.addEventListener('abort', discardList, { once: true });
  const results = inOrder(items.length, async (n) => {
    // In an array, so that it can be removed: its text must not stay in memory after it is decoded.
    const taken = [items[n]];
    items[n] = undefined;
    const share = memory.shareOf(textBytesOf(taken));
    try {
      const own = n === 0 ? call : await another(signal, maxWaitMs);
      return await counted(request, own, (...events) =>
        analyse({ ...scope, memory: share }, [fieldOfItem(name, taken.pop())], ...events),
      );
    } catch (error) {
      const known = toServiceError(error);
      // A disconnect is not a bug.
      if (known.code === 'bug' && !(error instanceof ClientGone))
        request.log.error({ err: error }, 'unexpected error');
      return known;
    } finally {
      share.release();
    }
  });
  const { value: first } = await results.next();
  return new Results(first, results, signal);
}

/** The response of an operation that accepts one image or a list. */
export function oneOrSeveral<Data>(
  message: string,
  data: z.ZodType<Data>,
  {
    description = message,
    examples,
    headers,
  }: {
    readonly description?: string;
    readonly examples?: Examples;
    readonly headers?: Readonly<Record<string, string>>;
  },
): ResponseKind<Data | Results> {
  const one = successSchema(message, data);
  const result = z.union([one, ErrorEnvelope]);
  const results = z
    .array(result)
    .describe(
      'For a list of images: one envelope for each, in their order, as a call of its own would have had.',
    );
  const either = z.union([one, successSchema(message, z.object({ results }))]);
  const shown = examples !== undefined && { examples };
  const envelopeOf = (value: unknown): Success<string, unknown> | Failure =>
    value instanceof ServiceError ? failure(value) : success(message, value);
  return {
    description,
    ...(headers !== undefined && { headers }),
    content: (bodies): ReturnType<ResponseKind<Data>['content']> =>
      bodies === 'all'
        ? {
            'application/json': { schema: either, ...shown },
            // Each line is the response to one image, as the examples are.
            [NDJSON]: { schema: result, ...shown },
          }
        : { 'application/json': { schema: one, ...shown } },
    send: async (value, reply, request) => {
      if (!(value instanceof Results)) return success(message, value);
      if (wantsLines(request.headers.accept))
        // Proxies must not buffer the response.
        return reply.header('x-accel-buffering', 'no').type(NDJSON).send(linesOf(value, envelopeOf));
      const all = [envelopeOf(value.first)];
      for await (const other of value.others) all.push(envelopeOf(other));
      // The client has disconnected.
      if (value.signal.reason instanceof ClientGone) throw value.signal.reason;
      return success(message, { results: all });
    },
  };
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

/** One JSON value per line: the first result, which is available, then each of the others as soon as it is. */
const linesOf = ({ first, others }: Results, envelopeOf: (result: unknown) => object): Readable =>
  Readable.from(
    (async function* () {
      yield `${JSON.stringify(envelopeOf(first))}\n`;
      for await (const other of others) yield `${JSON.stringify(envelopeOf(other))}\n`;
    })(),
    { objectMode: false },
  );

/** Divides the memory of a request among its images, so that each releases its share when it is done. */
class ListMemory {
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
