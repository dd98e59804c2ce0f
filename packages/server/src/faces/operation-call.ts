import type { Engine } from '@facet/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../work/admission.js';
import type { EngineSource } from '../work/engine-source.js';
import { fromEngineFailure } from './results/engine-failure.js';
import { type ImageFetcher, readImages, type FaceInput, type RequestField } from '../images/read-images.js';
import type { ServiceMetrics } from '../observe/service-metrics.js';
import { stageFacts, type Step, type StepFacts, type Trace } from '../observe/tracing/trace.js';
import type { BodyLimits } from '../http/body/body-stream.js';
import { readFields } from '../http/body/read-fields.js';
import { success, type Success } from '../http/envelope.js';
import { sendContinue } from '../http/plugins/headers.js';
import type { RequestScope } from '../http/plugins/request-scope.js';
import { traceOf } from '../http/plugins/observability.js';
import { MODEL_HEADER, requireModel } from './model-header.js';
import type { Operation } from './operation.js';

export interface CallDeps {
  readonly engine: EngineSource;
  readonly admission: Admission;
  /** Fetches the images that a call names by URL. */
  readonly fetcherFor: (call: Call) => ImageFetcher;
  readonly limits: BodyLimits;
  readonly metrics: Pick<ServiceMetrics, 'observeQueue' | 'observeStages'>;
}

/** A request, its caller and its deadline. */
export interface Call {
  readonly request: FastifyRequest;
  readonly caller: string;
  readonly scope: RequestScope;
}

/** A request whose body has been read. */
export interface ReceivedFields {
  readonly fields: RequestField[];
}

/** A request whose query and body have been read. */
export interface Received<Query> extends ReceivedFields {
  readonly query: Query;
  readonly engine: Engine;
}

/** The two halves of a call. In between, the route handles metering and lists of images. */
export interface OperationCall<Input extends ReceivedFields, Data> {
  /** Everything before the images are decoded: cheap rejections first, then the body. */
  readonly receive: (call: Call, reply: FastifyReply) => Promise<Input>;
  /** From the fields of one call, which are removed from the array, to its response. */
  readonly analyse: (call: Call, received: Input, onAnalysis: () => void) => Promise<Success<string, Data>>;
}

/** Processes a request of an operation, with or without an API key: query, body, images, queue, engine. */
export function operationCall<Field extends string, Query, Data, Input extends FaceInput>(
  deps: CallDeps,
  operation: Omit<Operation<Field, Query, Data, Input>, 'path' | 'document'>,
): OperationCall<Received<Query>, Data> {
  const wanted = operation.images.flatMap(({ field, vector }) =>
    vector === undefined ? [field] : [field, vector],
  );
  return { receive, analyse: analysisOf(deps, operation) };

  async function receive(call: Call, reply: FastifyReply): Promise<Received<Query>> {
    const { request, caller, scope } = call;
    const params = request.params as Readonly<Record<string, string>>;
    const plan = request.account?.plan ?? '';
    const parsed = operation.parseQuery(rawQuery(request), { accountId: caller, plan, params });
    void reply.headers(operation.headersFor?.(parsed) ?? {});
    const query = (await operation.prepare?.(parsed, scope.signal)) ?? parsed;
    return { query, ...(await receiveFields(deps, call, reply, wanted)) };
  }
}

/** The second half of a call: images, queue, engine. */
export function analysisOf<Field extends string, Query, Data, Input extends FaceInput>(
  deps: CallDeps,
  operation: Pick<Operation<Field, Query, Data, Input>, 'images' | 'sameWay' | 'message' | 'run'>,
): OperationCall<Received<Query>, Data>['analyse'] {
  const { images: names } = operation;
  return analyse;

  async function analyse(
    call: Call,
    { query, engine, fields }: Received<Query>,
    onAnalysis: () => void,
  ): Promise<Success<string, Data>> {
    const { scope } = call;
    const images = await imagesOf(call, fields);
    // The body has been freed by now. The engine copies each image for its worker.
    scope.memory.holdOnly(ENGINE_COPIES * bytesOf(Object.values(images)));
    const { data, timings } = await queuedAnalysis(deps, call, async (signal, setFacts) => {
      onAnalysis();
      try {
        const result = await operation.run(engine, images, query, signal);
        setFacts(stageFacts(result.timings));
        return result;
      } catch (failure) {
        // Cancelled work fails in many ways; the reason for the cancellation matters.
        signal.throwIfAborted();
        throw fromEngineFailure(failure, names);
      }
    });
    for (const each of timings) deps.metrics.observeStages(each);
    return success(operation.message, data);
  }

  /** Reads the images from the fields, which are emptied. */
  async function imagesOf(call: Call, fields: RequestField[]): Promise<Readonly<Record<Field, Input>>> {
    const { request, scope } = call;
    const images = await readImages(fields.splice(0), names, {
      sameWay: operation.sameWay,
      maxBytes: deps.limits.imageBytes,
      fetcher: deps.fetcherFor(call),
      signal: scope.signal,
      claim: scope.memory.take,
    });
    if (Object.values(images).some((input) => input instanceof Float32Array))
      requireModel(request.headers[MODEL_HEADER]);
    // Vectors are only read if the operation has a field for them.
    return images as Readonly<Record<Field, Input>>;
  }
}

/** Waits for the engine, then reads the wanted fields of the body. */
export async function receiveFields(
  deps: CallDeps,
  { request, caller, scope }: Call,
  reply: FastifyReply,
  wanted: readonly string[],
): Promise<Pick<Received<unknown>, 'engine' | 'fields'>> {
  const engine = await deps.engine.ready(scope.signal, scope.maxWaitMs());
  // Before the body is read, so that a rejected call costs no upload.
  deps.admission.check(caller, scope.maxWaitMs());
  sendContinue(request, reply);
  const source = {
    request: request.raw,
    limits: deps.limits,
    memory: scope.memory,
    signal: scope.signal,
  };
  const fields = await traceOf(request).step('read body', () => readFields(source, wanted));
  return { engine, fields: [...fields] };
}

export const bytesOf = (inputs: readonly FaceInput[]): number =>
  inputs.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Each image is held by the request and by the worker that analyses it. */
const ENGINE_COPIES = 2;

/** The query string as sent, because boxes may be joined by a raw `&`. */
export function rawQuery({ raw }: FastifyRequest): string {
  const url = raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

interface QueuedWork {
  readonly admission: Admission;
  readonly caller: string;
  readonly signal: AbortSignal;
  /** The longest acceptable wait. */
  readonly maxWaitMs: number;
  readonly trace: Trace;
  /** The names of the wait and of the work in the trace. */
  readonly steps: readonly [wait: Step, work: Step];
}

/** The analysis of a call, when it is its turn. */
export function queuedAnalysis<T>(
  { admission, metrics }: Pick<CallDeps, 'admission' | 'metrics'>,
  { request, caller, scope }: Call,
  work: (signal: AbortSignal, setFacts: (facts: StepFacts) => void) => Promise<T>,
): Promise<T> {
  const arrived = performance.now();
  return queued(
    {
      admission,
      caller,
      signal: scope.signal,
      maxWaitMs: scope.maxWaitMs(),
      trace: traceOf(request),
      steps: ['wait for turn', 'analyse'],
    },
    (signal, setFacts) => {
      metrics.observeQueue(performance.now() - arrived);
      return work(signal, setFacts);
    },
  );
}

/** Waits in the queue and then does the work, as two steps of the trace. */
export async function queued<T>(
  { admission, caller, signal, maxWaitMs, trace, steps: [wait, step] }: QueuedWork,
  work: (signal: AbortSignal, setFacts: (facts: StepFacts) => void) => Promise<T>,
): Promise<T> {
  const endWait = trace.begin(wait);
  try {
    return await admission.run(
      caller,
      signal,
      (runSignal) => {
        endWait();
        return trace.step(step, (setFacts) => work(runSignal, setFacts));
      },
      maxWaitMs,
    );
  } finally {
    // Also when the call is rejected or its client disconnects.
    endWait();
  }
}
