import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Allowance, Meter, Reservation } from '../../accounts/meter/meter.js';
import type { Admission } from '../../admission/admission.js';
import type { ImageFetcher } from '../../input/fetch-image.js';
import type { FaceInput } from '../../input/read-images.js';
import { sendAllowance, sendGivenBack } from '../allowance-headers.js';
import { success, type Success } from '../envelope.js';
import { ClientGone } from '../../errors.js';
import { userIdOf } from '../plugins/authenticate.js';
import { NDJSON, wantsLines } from '../ndjson.js';
import { traceOf } from '../plugins/trace-requests.js';
import {
  BatchMemory,
  fieldOfItem,
  inOrder,
  reserveNext,
  resultOf,
  textBytesOf,
  linesOf,
  type BatchResult,
} from './batch.js';
import { inTurn } from './in-turn.js';
import { countsWith, metered, releaseRefused, unlessRefused, type Settle } from './metered.js';
import { operationCall, type Call, type CallDeps, type Prepared } from './operation-call.js';
import type { Operation } from './operation.js';

export interface OperationDeps extends Omit<CallDeps, 'fetcherFor'> {
  readonly meter: Meter;
  readonly fetcher: ImageFetcher;
  /** Bounds the fetches that go on at the same time, in all and for each caller. */
  readonly fetches: Admission;
}

/** Serves one operation to whoever has a user id: each call is reserved, worked on, and settled before its answer goes out. */
export function addOperation<Field extends string, Query, Data, Input extends FaceInput>(
  app: FastifyInstance,
  deps: OperationDeps,
  operation: Operation<Field, Query, Data, Input>,
): void {
  const { path, document, headers = {}, images: names } = operation;
  const fetcherFor = (call: Call): ImageFetcher => boundedFetcher(deps, call);
  const { receive, analyse } = operationCall({ ...deps, fetcherFor }, operation);
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
}

const bytesOfList = (list: readonly unknown[]): number =>
  list.reduce<number>((sum, item) => sum + textBytesOf(item), 0);

/** A fetch waits for its turn, and what arrives counts as held memory like what is sent. */
const boundedFetcher = (
  { fetcher, fetches }: OperationDeps,
  { request, caller, life }: Call,
): ImageFetcher => ({
  fetch: (url, signal) =>
    inTurn(
      {
        admission: fetches,
        caller,
        signal,
        patienceMs: life.patienceMs(),
        trace: traceOf(request),
        steps: ['wait to fetch', 'fetch image'],
      },
      (ends) => fetcher.fetch(url, ends, life.allowance.take),
    ),
});
