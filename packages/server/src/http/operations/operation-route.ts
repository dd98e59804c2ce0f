import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Meter } from '../../accounts/meter/meter.js';
import type { Admission } from '../../admission/admission.js';
import type { EngineSource } from '../../engine-source.js';
import { fromEngineFailure } from '../../engine-failure.js';
import type { ImageFetcher } from '../../input/fetch-image.js';
import { readImages } from '../../input/read-images.js';
import type { ServiceMetrics } from '../../metrics/service-metrics.js';
import { sendGivenBack } from '../allowance-headers.js';
import type { BodyLimits } from '../body/pump-body.js';
import { readFields } from '../body/read-fields.js';
import { success, type Success } from '../envelope.js';
import { letBodyCome } from '../plugins/expect-continue.js';
import type { RequestLife } from '../plugins/request-life.js';
import { countsWith, giveBackRefused, metered } from './metered.js';
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
      const { account, ticket, life } = request;
      if (account === null || ticket === null || life === null)
        throw new Error('The request was not authenticated.');
      const caller = account.accountId;
      return metered(deps.meter, ticket, path, () => answer(request, reply, caller, life));
    },
    onError: async ({ ticket }, reply, error) => {
      if (ticket === null) return;
      await giveBackRefused(deps.meter, ticket, path, error);
      if (!countsWith(error)) sendGivenBack(reply);
    },
  });

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: string,
    life: RequestLife,
  ): Promise<Success<string, Data>> {
    const query = operation.parseQuery(rawQuery(request));
    const engine = deps.engine.ready();
    // Before the body is read, so that refusing in a flood costs next to nothing.
    deps.admission.check(caller, patience(life));
    letBodyCome(request, reply);
    const source = {
      request: request.raw,
      limits: deps.limits,
      allowance: life.allowance,
      signal: life.ends,
    };
    const images = await readImages(await readFields(source, fields), fields, {
      sameWay: operation.sameWay,
      maxBytes: deps.limits.imageBytes,
      fetcher: boundedFetcher(deps, caller, life),
      signal: life.ends,
    });
    const arrived = performance.now();
    try {
      const { data, timings } = await deps.admission.run(
        caller,
        life.ends,
        () => {
          deps.metrics.observeQueue(performance.now() - arrived);
          return operation.run(engine, images, query, life.ends);
        },
        patience(life),
      );
      for (const each of timings) deps.metrics.observeStages(each);
      return success(operation.message, data);
    } catch (failure) {
      // Cancelled work fails in many ways; the reason of the cancellation is the one that counts.
      life.ends.throwIfAborted();
      throw fromEngineFailure(failure, names);
    }
  }
}

/** How long a call may expect to wait for its turn: the other half is for the work, and for a wait that was longer. */
const patience = ({ remainingMs }: RequestLife): number => remainingMs() / 2;

/** A fetch waits for its turn, and what arrives counts as held memory like what is sent. */
const boundedFetcher = (
  { fetcher, fetches }: OperationDeps,
  caller: string,
  life: RequestLife,
): ImageFetcher => ({
  fetch: (url, signal) =>
    fetches.run(caller, signal, (ends) => fetcher.fetch(url, ends, life.allowance.take), patience(life)),
});

/** The query as it was sent, for a parser that knows boxes joined by a raw `&`. */
function rawQuery({ raw }: FastifyRequest): string {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
