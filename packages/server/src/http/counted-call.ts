import type { FastifyRequest, FastifyReply } from 'fastify';
import { ClientGone, ERROR_CATALOGUE, ServiceError } from '../errors.js';
import { SUCCESS_CODE } from './envelope.js';
import { traceOf } from './plugins/observability.js';
import { toServiceError } from './render-error.js';

/** A call that a plan has admitted, and that is counted or released before its response is sent. */
export interface CountedCall {
  /** How many calls of the quota are reserved for it; one without. */
  readonly calls?: number;
  /** Its work begins: from now on it costs something. */
  begin(): void;
  /** Counts it, as so many calls, or releases it, once; has no effect afterwards. */
  settle(outcome: string, counts: boolean, used?: number): Promise<void>;
  /** Admits another call of the same caller; without it, a request is one call. */
  readonly another?: (signal: AbortSignal, maxWaitMs: () => number) => Promise<CountedCall>;
}

export function countedCallOf({ counted }: FastifyRequest): CountedCall {
  if (counted === null) throw new Error('The route does not count its calls.');
  return counted;
}

/** The outcomes of calls whose client disconnected: before the analysis began, and while it ran. */
const GONE = 'gone';
const ABANDONED = 'abandoned';
/** The outcome of calls whose time or memory ran out during the analysis, which count, unlike others with these codes. */
const UNFINISHED = 'unfinished';

/**
 * The work of a call. It reports when the analysis begins: from then on the call counts, even if the client
 * disconnects; and, if it may count as several, as how many it does. Without, it counts as all that are reserved.
 */
type Work<T> = (onAnalysis: () => void, onResult: (calls: number) => void) => Promise<T>;

/** Runs the work of a call and settles it before the response is sent, however the work ended. */
export async function counted<T>(request: FastifyRequest, call: CountedCall, work: Work<T>): Promise<T> {
  let used: number | undefined;
  const settle: CountedCall['settle'] = (outcome, counts) =>
    traceOf(request).step('settle', () => call.settle(outcome, counts, used));
  let response: T;
  let hasBegun = false;
  try {
    response = await work(
      () => {
        hasBegun = true;
        call.begin();
      },
      (calls) => {
        used = calls;
      },
    );
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
async function settleCounted(settle: CountedCall['settle'], outcome: string): Promise<void> {
  try {
    await settle(outcome, true);
  } catch (error) {
    const { code, message, details } = toServiceError(error);
    throw new ServiceError(code, message, details, { cause: error, mayHaveCounted: true });
  }
}

/** Releases a call that was rejected before its work began. Whether it was released: some errors count all the same. */
export async function release(call: CountedCall, error: unknown): Promise<boolean> {
  // No effect on a call that has already been settled.
  await call.settle(outcomeOf(error, false).outcome, false).catch(() => undefined);
  return !outcomeOf(error, false).counts && !toServiceError(error).mayHaveCounted;
}

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

/** The image was analysed, so the call counts, whatever comes after. */
export async function afterAnalysis<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, error.message, error.details, { cause: error, workBegan: true });
  }
}

/** What a plan still allows; null for a limit that it does not have. */
export interface PlanState {
  readonly rate: PlanLimit | null;
  readonly quota: PlanLimit | null;
}

interface PlanLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

const RATE = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
const QUOTA = ['x-quota-limit', 'x-quota-remaining', 'x-quota-reset'] as const;
export const LIMIT_HEADERS = [...RATE, ...QUOTA];

/** How many calls of the quota the request took, where that depends on its faces. */
export const CALLS_HEADER = 'x-quota-calls';

/** Sends what the plan still allows, on every response to a known caller. */
export function sendLimits(reply: FastifyReply, { rate, quota }: PlanState): void {
  for (const [[limit, remaining, reset], state] of [
    [RATE, rate],
    [QUOTA, quota],
  ] as const)
    if (state !== null)
      void reply.headers({
        [limit]: String(state.limit),
        [remaining]: String(state.remaining),
        [reset]: String(Math.ceil(state.resetMs / 1000)),
      });
}

/** Says how many of the reserved calls a request took; a list takes some for each image. */
export function sendCalls(
  reply: FastifyReply,
  { calls = 1 }: Pick<CountedCall, 'calls'>,
  used: number,
): void {
  if (calls === 1) return;
  void reply.header(CALLS_HEADER, String(Number(reply.getHeader(CALLS_HEADER) ?? 0) + used));
  sendReleased(reply, calls - used);
}

/** Corrects the remaining quota in the headers: so many calls were released. */
export function sendReleased(reply: FastifyReply, calls = 1): void {
  const [limit, remaining] = [reply.getHeader('x-quota-limit'), reply.getHeader('x-quota-remaining')];
  if (limit === undefined || remaining === undefined) return;
  void reply.header('x-quota-remaining', String(Math.min(Number(limit), Number(remaining) + calls)));
}

/** The operation as usage and logs name it: the route, unless one route has several. */
export const operationOf = ({ operation, routeOptions }: FastifyRequest): string =>
  operation ?? routeOptions.url ?? '';
