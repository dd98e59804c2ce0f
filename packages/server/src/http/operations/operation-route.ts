import type { Engine } from '@facet/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Allowance, Meter, Reservation } from '../../accounts/meter/meter.js';
import type { Admission } from '../../admission/admission.js';
import type { EngineSource } from '../../engine-source.js';
import { fromEngineFailure } from '../../engine-failure.js';
import type { ImageFetcher } from '../../input/fetch-image.js';
import { readImages, type FaceInput } from '../../input/read-images.js';
import type { RequestField } from '../../input/request-field.js';
import type { ServiceMetrics } from '../../metrics/service-metrics.js';
import { stageFacts } from '../../tracing/stage-facts.js';
import type { Trace } from '../../tracing/trace.js';
import { sendAllowance, sendGivenBack } from '../allowance-headers.js';
import type { BodyLimits } from '../body/pump-body.js';
import { readFields } from '../body/read-fields.js';
import { success, type Success } from '../envelope.js';
import { ClientGone } from '../client-gone.js';
import { userIdOf } from '../plugins/authenticate.js';
import { NDJSON, wantsLines } from '../ndjson.js';
import { letBodyCome } from '../plugins/expect-continue.js';
import type { RequestLife } from '../plugins/request-life.js';
import { traceOf } from '../plugins/trace-requests.js';
import {
  BatchMemory,
  fieldOfItem,
  imagesInList,
  inOrder,
  reserveNext,
  resultOf,
  textBytesOf,
  linesOf,
  type BatchResult,
} from './batch.js';
import { inTurn } from './in-turn.js';
import { countsWith, metered, releaseRefused, unlessRefused, type Settle } from './metered.js';
import { MODEL_HEADER, requireModel } from './model-header.js';
import type { Operation } from './operation.js';

export interface OperationDeps {
  readonly engine: EngineSource;
  readonly meter: Meter;
  readonly admission: Admission;
  readonly fetcher: ImageFetcher;
  /** Bounds the fetches that go on at the same time, in all and for each caller. */
  readonly fetches: Admission;
  readonly limits: BodyLimits;
  readonly metrics: ServiceMetrics;
}

/** Serves one operation: query, body, images, a turn at the engine, answer. */
export function addOperation<Field extends string, Query, Data, Input extends FaceInput>(
  app: FastifyInstance,
  deps: OperationDeps,
  operation: Operation<Field, Query, Data, Input>,
): void {
  const { path, document, headers = {}, images: names } = operation;
  const wanted = names.flatMap(({ field, vector }) => (vector === undefined ? [field] : [field, vector]));
  app.route({
    method: 'POST',
    url: path,
    config: { auth: 'user-id', document, headers },
    handler: async (request, reply) => {
      const { account, reservation, life } = request;
      if (account === null || reservation === null || life === null)
        throw new Error('The request was not authenticated.');
      const call = { request, caller: account.accountId, life };
      const settle = settling(request, reservation);
      const received = await unlessRefused(settle, () => receive(call, reply));
      const { list, fields, ...prepared } = received;
      if (list !== null) return answerList(call, { ...prepared, list }, settle, reply);
      return metered(settle, (analysisBegins) => analyse(call, prepared, fields, analysisBegins));
    },
    onError: async ({ reservation }, reply, error) => {
      if (reservation === null) return;
      await releaseRefused(untraced(reservation), error);
      if (!countsWith(error)) sendGivenBack(reply);
    },
  });

  const untraced =
    (reservation: Reservation): Settle =>
    (outcome, counts) =>
      deps.meter.settle(reservation, path, outcome, counts);

  const settling =
    (request: FastifyRequest, reservation: Reservation): Settle =>
    (outcome, counts) =>
      traceOf(request).step('settle', () => untraced(reservation)(outcome, counts));

  /** Everything that comes before the images: cheap refusals first, then the body. */
  async function receive({ request, caller, life }: Call, reply: FastifyReply): Promise<Received<Query>> {
    const query = operation.parseQuery(rawQuery(request));
    void reply.headers(operation.headersFor?.(query) ?? {});
    const engine = await deps.engine.ready(life.ends, life.patienceMs());
    // Before the body is read: a refused call costs no upload.
    deps.admission.check(caller, life.patienceMs());
    letBodyCome(request, reply);
    const source = {
      request: request.raw,
      limits: deps.limits,
      allowance: life.allowance,
      signal: life.ends,
    };
    const fields = await traceOf(request).step('read body', () => readFields(source, wanted));
    const [first] = names;
    const list =
      operation.takesList === true && first !== undefined ? imagesInList(fields, first.field) : null;
    return { query, engine, fields: [...fields], list };
  }

  /** From the fields of one call, which are taken out, to its answer. */
  async function analyse(
    { request, caller, life }: Call,
    { query, engine }: Prepared<Query>,
    fields: RequestField[],
    analysisBegins: () => void,
  ): Promise<Success<string, Data>> {
    const images = await imagesOf(request, fields, caller, life);
    // The body is gone by now. The engine gives its worker a copy of each image.
    life.allowance.holdOnly(ENGINE_COPIES * bytesOf(Object.values(images)));
    const arrived = performance.now();
    const turn = {
      admission: deps.admission,
      caller,
      signal: life.ends,
      patienceMs: life.patienceMs(),
      trace: traceOf(request),
      steps: ['wait for turn', 'analyse'],
    } as const;
    const { data, timings } = await inTurn(turn, async (signal, tell) => {
      deps.metrics.observeQueue(performance.now() - arrived);
      analysisBegins();
      try {
        const result = await operation.run(engine, images, query, signal);
        tell(stageFacts(result.timings));
        return result;
      } catch (failure) {
        // Cancelled work fails in many ways; the reason of the cancellation is the one that counts.
        signal.throwIfAborted();
        throw fromEngineFailure(failure, names);
      }
    });
    for (const each of timings) deps.metrics.observeStages(each);
    return success(operation.message, data);
  }

  /**
   * Each image of a list is a call of its own: it reserves one (the first has that of the request), takes its turn at the
   * queue, and is settled before its result goes out. They share the deadline and the memory of the request.
   */
  async function answerList(
    call: Call,
    received: Prepared<Query> & { readonly list: unknown[] },
    settleFirst: Settle,
    reply: FastifyReply,
  ): Promise<Success<string, { readonly results: readonly BatchResult<Data>[] }> | FastifyReply> {
    const { request, life } = call;
    const { list, ...shared } = received;
    const [{ field } = { field: '' }] = names;
    const memory = new BatchMemory(life.allowance, bytesOfList(list));
    const next = {
      meter: deps.meter,
      userId: userIdOf(request),
      path,
      signal: life.ends,
      patienceMs: life.patienceMs,
      onAdmitted: (allowance: Allowance) => {
        if (!reply.sent) sendAllowance(reply, allowance);
      },
    };
    // A client that reads slowly must not hold images which nobody will look at any more.
    const forget = (): void => {
      memory.shareOf(bytesOfList(list)).release();
      list.fill(undefined);
    };
    life.ends.addEventListener('abort', forget, { once: true });
    const results = inOrder(list.length, async (n) => {
      // In a list of its own, out of which it can be taken: its text must not outlast the image that is made of it.
      const taken = [list[n]];
      list[n] = undefined;
      const allowance = memory.shareOf(bytesOfList(taken));
      const own = { ...call, life: { ...life, allowance } };
      const result = await resultOf(
        async () => {
          const settle = n === 0 ? settleFirst : settling(request, await reserveNext(next));
          return metered(settle, (begins) => analyse(own, shared, [fieldOfItem(field, taken.pop())], begins));
        },
        (error) => {
          request.log.error({ err: error }, 'unexpected error');
        },
      );
      allowance.release();
      return result;
    });
    // The first is settled in any case, whether anybody reads the answer or not.
    const { value: first } = await results.next();
    if (wantsLines(request.headers.accept)) {
      request.succeeded = true;
      // Proxies must not wait for the whole.
      return reply.header('x-accel-buffering', 'no').type(NDJSON).send(linesOf(first, results));
    }
    const all = first === undefined ? [] : [first];
    for await (const result of results) all.push(result);
    // Nobody is left to answer.
    if (life.ends.reason instanceof ClientGone) throw life.ends.reason;
    return success(operation.message, { results: all });
  }

  /** Reads the images out of fields, and keeps nothing else of them. */
  async function imagesOf(
    request: FastifyRequest,
    fields: RequestField[],
    caller: string,
    life: RequestLife,
  ): Promise<Readonly<Record<Field, Input>>> {
    const images = await readImages(fields.splice(0), names, {
      sameWay: operation.sameWay,
      maxBytes: deps.limits.imageBytes,
      fetcher: boundedFetcher(deps, traceOf(request), caller, life),
      signal: life.ends,
      claim: life.allowance.take,
    });
    if (Object.values(images).some((input) => input instanceof Float32Array))
      requireModel(request.headers[MODEL_HEADER]);
    // A vector is only read where the operation names a field for it.
    return images as Readonly<Record<Field, Input>>;
  }
}

/** One request on its way. */
interface Call {
  readonly request: FastifyRequest;
  readonly caller: string;
  readonly life: RequestLife;
}

interface Prepared<Query> {
  readonly query: Query;
  readonly engine: Engine;
}

interface Received<Query> extends Prepared<Query> {
  readonly fields: RequestField[];
  /** The images of a batch; null for a single call. */
  readonly list: unknown[] | null;
}

const bytesOfList = (list: readonly unknown[]): number =>
  list.reduce<number>((sum, item) => sum + textBytesOf(item), 0);

const bytesOf = (inputs: readonly FaceInput[]): number =>
  inputs.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** An image is held by the request and once more by the worker that looks at it. */
const ENGINE_COPIES = 2;

/** A fetch waits for its turn, and what arrives counts as held memory like what is sent. */
const boundedFetcher = (
  { fetcher, fetches }: OperationDeps,
  trace: Trace,
  caller: string,
  life: RequestLife,
): ImageFetcher => ({
  fetch: (url, signal) =>
    inTurn(
      {
        admission: fetches,
        caller,
        signal,
        patienceMs: life.patienceMs(),
        trace,
        steps: ['wait to fetch', 'fetch image'],
      },
      (ends) => fetcher.fetch(url, ends, life.allowance.take),
    ),
});

/** The query as it was sent, for a parser that knows boxes joined by a raw `&`. */
function rawQuery({ raw }: FastifyRequest): string {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
