import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Meter, Reservation } from '../accounts/meter/meter.js';
import type { Admission } from '../work/admission.js';
import type { ImageFetcher, FaceInput, RequestField } from '../images/read-images.js';
import { sendReleased } from '../http/plugins/authenticate.js';
import { SUCCESS_CODE } from '../http/envelope.js';
import { ClientGone, ERROR_CATALOGUE, ServiceError } from '../errors.js';
import { traceOf } from '../http/plugins/observability.js';
import { respondToList, type Batch } from './batch.js';
import {
  queued,
  operationCall,
  type Call,
  type CallDeps,
  type OperationCall,
  type ReceivedFields,
} from './operation-call.js';
import type { Operation } from './operation.js';
import { toServiceError } from '../http/render-error.js';

export interface OperationDeps extends Omit<CallDeps, 'fetcherFor'> {
  readonly meter: Meter;
  readonly fetcher: ImageFetcher;
  /** Limits concurrent fetches, in total and for each caller. */
  readonly fetches: Admission;
}

/**
 * Serves one operation to callers with an API key: each call is reserved, run, and settled before its response is sent.
 */
export function addOperation<Field extends string, Query, Data, Input extends FaceInput>(
  app: FastifyInstance,
  deps: OperationDeps,
  operation: Operation<Field, Query, Data, Input>,
): void {
  addMeteredRoute(app, deps, operation, operationCall(withFetcher(deps), operation));
}

/** What a call of the API depends on, with the fetcher of image URLs. */
export const withFetcher = (deps: OperationDeps): CallDeps => ({
  ...deps,
  fetcherFor: (call) => boundedFetcher(deps, call),
});

/** A route without a document is not in the OpenAPI document. */
type MeteredRoute<Data> = Pick<
  Operation<string, unknown, Data>,
  'path' | 'message' | 'headers' | 'takesList' | 'file'
> &
  Partial<Pick<Operation, 'document'>>;

/** The route of any call that is metered. */
export function addMeteredRoute<Input extends ReceivedFields, Data>(
  app: FastifyInstance,
  { meter }: Pick<OperationDeps, 'meter'>,
  { path, message, document, headers = {}, takesList, file }: MeteredRoute<Data>,
  { receive, analyse }: OperationCall<Input, Data>,
): void {
  const imageFields = new Set(Object.keys(document?.imageFields ?? {}));
  // A stored vector is a list, too.
  const isImageList = ({ kind, name }: RequestField): boolean => kind === 'list' && imageFields.has(name);
  app.route({
    method: 'POST',
    url: path,
    config: { auth: 'api-key', headers, ...(document !== undefined && { document }) },
    handler: async (request, reply) => {
      const { account, reservation, scope } = request;
      if (account === null || reservation === null || scope === null)
        throw new Error('The request was not authenticated.');
      const call = { request, caller: account.accountId, scope };
      const settle = (reserved: Reservation): Settle => settling(meter, request, reserved, path);
      const received = await releasedOnFailure(settle(reservation), () => receive(call, reply));
      const { fields } = received;
      const analyseOne: Batch<Data>['analyse'] = (own, fieldsOf, reserved) =>
        metered(settle(reserved), (onAnalysis) =>
          analyse(own, { ...received, fields: fieldsOf() }, onAnalysis),
        );
      const list = takesList === true ? fields.find(isImageList) : undefined;
      if (list?.kind !== 'list') {
        const response = await analyseOne(call, () => fields, reservation);
        if (file === undefined) return response;
        const { headers: own, contentType, bytes } = file(response.data);
        request.succeeded = true;
        return reply.headers(own).type(contentType).send(Buffer.from(bytes));
      }
      return respondToList({ call, list, meter, path, message, reservation, analyse: analyseOne }, reply);
    },
    onError: async ({ reservation }, reply, error) => {
      if (reservation === null) return;
      await releaseRejected(untraced(meter, reservation, path), error);
      if (!countsWith(error) && !toServiceError(error).mayHaveCounted) sendReleased(reply);
    },
  });
}

const untraced =
  (meter: Meter, reservation: Reservation, operation: string): Settle =>
  (outcome, counts) =>
    meter.settle(reservation, operation, outcome, counts);

/** Settles a reservation as a step of the request's trace. */
export const settling =
  (meter: Meter, request: FastifyRequest, reservation: Reservation, operation: string): Settle =>
  (outcome, counts) =>
    traceOf(request).step('settle', () => untraced(meter, reservation, operation)(outcome, counts));

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
      (runSignal) => fetcher.fetch(url, runSignal, scope.memory.take),
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
type MeteredWork<T> = (onAnalysis: () => void) => Promise<T>;

/** Runs the steps before the analysis of a call, and releases its reservation if they fail. */
async function releasedOnFailure<T>(settle: Settle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await releaseRejected(settle, error);
    throw error;
  }
}

/** Runs the work of a call and settles its reservation before the response is sent, however the work ended. */
export async function metered<T>(settle: Settle, work: MeteredWork<T>): Promise<T> {
  let response: T;
  let hasBegun = false;
  try {
    response = await work(() => {
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
  return response;
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

/** Releases a call that was rejected before its work began. */
async function releaseRejected(settle: Settle, error: unknown): Promise<void> {
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
