import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Meter, Reservation } from '../../accounts/meter/meter.js';
import type { Admission } from '../../admission/admission.js';
import type { EngineSource } from '../../engine-source.js';
import { fromEngineFailure } from '../../engine-failure.js';
import type { ImageFetcher } from '../../input/fetch-image.js';
import { readImages } from '../../input/read-images.js';
import { lengthOf } from '../../input/text-bytes.js';
import type { ServiceMetrics } from '../../metrics/service-metrics.js';
import { stageFacts } from '../../tracing/stage-facts.js';
import type { Trace } from '../../tracing/trace.js';
import { sendGivenBack } from '../allowance-headers.js';
import type { BodyLimits } from '../body/pump-body.js';
import { readFields } from '../body/read-fields.js';
import { success, type Success } from '../envelope.js';
import { letBodyCome } from '../plugins/expect-continue.js';
import type { RequestLife } from '../plugins/request-life.js';
import { traceOf } from '../plugins/trace-requests.js';
import { inTurn } from './in-turn.js';
import { countsWith, releaseRefused, metered, type Settle } from './metered.js';
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
export function addOperation<Field extends string, Query, Data>(
  app: FastifyInstance,
  deps: OperationDeps,
  operation: Operation<Field, Query, Data>,
): void {
  const { path, document, headers = {}, images: names } = operation;
  const fields = names.map(({ field }) => field);
  app.route({
    method: 'POST',
    url: path,
    config: { auth: 'user-id', document, headers },
    handler: (request, reply) => {
      const { account, reservation, life } = request;
      if (account === null || reservation === null || life === null)
        throw new Error('The request was not authenticated.');
      const caller = account.accountId;
      const settle = settling(reservation);
      return metered(
        (outcome, counts) => traceOf(request).step('settle', () => settle(outcome, counts)),
        (analysisBegins) => answer(request, reply, caller, life, analysisBegins),
      );
    },
    onError: async ({ reservation }, reply, error) => {
      if (reservation === null) return;
      await releaseRefused(settling(reservation), error);
      if (!countsWith(error)) sendGivenBack(reply);
    },
  });

  const settling =
    (reservation: Reservation): Settle =>
    (outcome, counts) =>
      deps.meter.settle(reservation, path, outcome, counts);

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: string,
    life: RequestLife,
    analysisBegins: () => void,
  ): Promise<Success<string, Data>> {
    const trace = traceOf(request);
    const query = operation.parseQuery(rawQuery(request));
    const engine = await deps.engine.ready(life.ends, life.patienceMs());
    // Before the body is read: a refused call costs no upload.
    deps.admission.check(caller, life.patienceMs());
    letBodyCome(request, reply);
    const images = await imagesOf(request, caller, life);
    // The body is gone by now. The engine gives its worker a copy of each image.
    life.allowance.holdOnly(ENGINE_COPIES * lengthOf(Object.values(images)));
    const arrived = performance.now();
    const turn = {
      admission: deps.admission,
      caller,
      signal: life.ends,
      patienceMs: life.patienceMs(),
      trace,
      steps: ['wait for turn', 'analyse'],
    } as const;
    const {
      data,
      timings,
      headers: own = {},
    } = await inTurn(turn, async (signal, tell) => {
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
    void reply.headers(own);
    return success(operation.message, data);
  }

  /** Reads the body, and keeps nothing of it but its images. */
  async function imagesOf(
    request: FastifyRequest,
    caller: string,
    life: RequestLife,
  ): Promise<Readonly<Record<Field, Uint8Array>>> {
    const trace = traceOf(request);
    const source = {
      request: request.raw,
      limits: deps.limits,
      allowance: life.allowance,
      signal: life.ends,
    };
    const received = await trace.step('read body', () => readFields(source, fields));
    return readImages(received, fields, {
      sameWay: operation.sameWay,
      maxBytes: deps.limits.imageBytes,
      fetcher: boundedFetcher(deps, trace, caller, life),
      signal: life.ends,
      claim: life.allowance.take,
    });
  }
}

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
