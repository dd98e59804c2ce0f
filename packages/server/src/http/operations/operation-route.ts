import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Allowance, Meter, Reservation } from '../../accounts/meter/meter.js';
import type { Admission } from '../../admission/admission.js';
import type { ImageFetcher, FaceInput } from '../../input/read-images.js';
import { sendAllowance, sendReleased, userIdOf } from '../plugins/authenticate.js';
import { success, SUCCESS_CODE, type Success, NDJSON, wantsLines } from '../envelope.js';
import { ClientGone, ERROR_CATALOGUE, ServiceError } from '../../errors.js';
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
import { queued, operationCall, type Call, type CallDeps, type Prepared } from './operation-call.js';
import type { Operation } from './operation.js';
import { toServiceError } from '../render-error.js';

export interface OperationDeps extends Omit<CallDeps, 'fetcherFor'> {
  readonly meter: Meter;
  readonly fetcher: ImageFetcher;
  /** Limits concurrent fetches, in total and for each caller. */
  readonly fetches: Admission;
}

/**
 * Serves one operation to callers with a user id: each call is reserved, run, and settled before its response is sent.
 */
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
      const { account, reservation, scope } = request;
      if (account === null || reservation === null || scope === null)
        throw new Error('The request was not authenticated.');
      const call = { request, caller: account.accountId, scope };
      const settle = settling(request, reservation);
      const received = await unlessRefused(settle, () => receive(call, reply));
      const { list, fields, ...prepared } = received;
      if (list !== null) return answerList(call, { ...prepared, list }, settle, reply);
      return metered(settle, (analysisBegins) => analyse(call, prepared, fields, analysisBegins));
    },
    onError: async ({ reservation }, reply, error) => {
      if (reservation === null) return;
      await releaseRefused(untraced(reservation), error);
      if (!countsWith(error) && !toServiceError(error).mayHaveCounted) sendReleased(reply);
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
   * Each image of a list is a call of its own: it is reserved (the first uses the reservation of the request), queued,
   * and settled before its result is sent. All share the deadline and the memory limit of the request.
   */
  async function answerList(
    call: Call,
    received: Prepared<Query> & { readonly list: unknown[] },
    settleFirst: Settle,
    reply: FastifyReply,
  ): Promise<Success<string, { readonly results: readonly BatchResult<Data>[] }> | FastifyReply> {
    const { request, scope } = call;
    const { list, ...shared } = received;
    const [{ field } = { field: '' }] = names;
    const memory = new BatchMemory(scope.allowance, bytesOfList(list));
    const next = {
      meter: deps.meter,
      userId: userIdOf(request),
      path,
      signal: scope.ends,
      maxWaitMs: scope.maxWaitMs,
      onAdmitted: (allowance: Allowance) => {
        if (!reply.sent) sendAllowance(reply, allowance);
      },
    };
    // A client that reads slowly must not keep images in memory that will no longer be analysed.
    const forget = (): void => {
      memory.shareOf(bytesOfList(list)).release();
      list.fill(undefined);
    };
    scope.ends.addEventListener('abort', forget, { once: true });
    const results = inOrder(list.length, async (n) => {
      // In an array, so that it can be removed: its text must not stay in memory after it is decoded.
      const taken = [list[n]];
      list[n] = undefined;
      const allowance = memory.shareOf(bytesOfList(taken));
      const own = { ...call, scope: { ...scope, allowance } };
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
    if (scope.ends.reason instanceof ClientGone) throw scope.ends.reason;
    return success(operation.message, { results: all });
  }
}

const bytesOfList = (list: readonly unknown[]): number =>
  list.reduce<number>((sum, item) => sum + textBytesOf(item), 0);

/** Queues fetches, and counts fetched bytes towards the memory limit like uploaded ones. */
const boundedFetcher = (
  { fetcher, fetches }: OperationDeps,
  { request, caller, scope }: Call,
): ImageFetcher => ({
  fetch: (url, signal) =>
    queued(
      {
        admission: fetches,
        caller,
        signal,
        maxWaitMs: scope.maxWaitMs(),
        trace: traceOf(request),
        steps: ['wait to fetch', 'fetch image'],
      },
      (ends) => fetcher.fetch(url, ends, scope.allowance.take),
    ),
});

/** The outcomes of calls whose client disconnected: before the analysis began, and while it ran. */
const GONE = 'gone';
const ABANDONED = 'abandoned';
/** The outcome of calls whose time or memory ran out during the analysis, which count, unlike others with these codes. */
const UNFINISHED = 'unfinished';

/** Settles the reservation of one call. */
type Settle = (outcome: string, counts: boolean) => Promise<void>;

/**
 * The work of a call. It reports when the analysis begins: from then on the call counts, even if the client
 * disconnects.
 */
type MeteredWork<T> = (analysisBegins: () => void) => Promise<T>;

/** Runs the steps before the analysis of a call, and releases its reservation if they fail. */
async function unlessRefused<T>(settle: Settle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await releaseRefused(settle, error);
    throw error;
  }
}

/** Runs the work of a call and settles its reservation before the response is sent, however the work ended. */
async function metered<T>(settle: Settle, work: MeteredWork<T>): Promise<T> {
  let answer: T;
  let hasBegun = false;
  try {
    answer = await work(() => {
      hasBegun = true;
    });
  } catch (failure) {
    const error = countedDeadline(failure, hasBegun);
    const { outcome, counts } = outcomeOf(error, hasBegun);
    // A call that does not count gets its own error, even if the database is unreachable.
    await (counts ? settleCounted(settle, outcome) : settle(outcome, false).catch(() => undefined));
    throw error;
  }
  await settleCounted(settle, SUCCESS_CODE);
  return answer;
}

/**
 * Settles a call that was analysed. If the connection to the database breaks meanwhile, nobody knows whether the call
 * was counted.
 */
async function settleCounted(settle: Settle, outcome: string): Promise<void> {
  try {
    await settle(outcome, true);
  } catch (error) {
    const { code, message, details } = toServiceError(error);
    throw new ServiceError(code, message, details, { cause: error, mayHaveCounted: true });
  }
}

/** Releases a call that was refused before its work began. */
async function releaseRefused(settle: Settle, error: unknown): Promise<void> {
  // No effect on a call that has already been settled.
  await settle(outcomeOf(error, false).outcome, false).catch(() => undefined);
}

/** Whether a call that fails with this error counts against the quota. */
const countsWith = (error: unknown): boolean => outcomeOf(error, false).counts;

function outcomeOf(
  error: unknown,
  hasBegun: boolean,
): { readonly outcome: string; readonly counts: boolean } {
  // Otherwise a client could get work for free by disconnecting.
  if (error instanceof ClientGone) return { outcome: hasBegun ? ABANDONED : GONE, counts: hasBegun };
  const { code, counts } = toServiceError(error);
  const { number, counts: alwaysCounts } = ERROR_CATALOGUE[code];
  return { outcome: counts && alwaysCounts !== true ? UNFINISHED : number, counts };
}

/** A call that times out during its analysis has used the engine: it counts, unlike one that timed out in the queue. */
const countedDeadline = (error: unknown, hasBegun: boolean): unknown =>
  hasBegun && error instanceof ServiceError && error.code === 'deadline'
    ? new ServiceError(error.code, error.message, error.details, { cause: error, workBegan: true })
    : error;
