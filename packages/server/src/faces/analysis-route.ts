import type { Engine, StageTimings } from '@facet/engine';
import type { FastifyRequest } from 'fastify';
import type { BodyLimits } from '../http/body/body-stream.js';
import type { RequestField } from '../http/body/request-field.js';
import { afterAnalysis, counted, countedCallOf } from '../http/counted-call.js';
import { scopeOf, type RequestScope } from '../http/plugins/request-scope.js';
import { queueKeyOf } from '../http/network.js';
import { queued } from '../http/queued.js';
import { route, type Call, type Route, type RouteSpec, type Shape } from '../http/route.js';
import { type FaceInput, imageBody, type ImageField, readImages, type FetcherOf } from '../images/index.js';
import type { ServiceMetrics } from '../observe/service-metrics.js';
import { stageFacts } from '../observe/tracing/trace.js';
import type { Admission } from '../work/admission.js';
import type { EngineSource } from '../work/engine-source.js';
import { MAX_IMAGES, respondToList, type Results } from './image-list.js';
import { MODEL_HEADER, requireModel } from './model-header.js';
import { fromEngineFailure, type ImageName } from './results/engine-failure.js';

export interface AnalysisResult<Data> {
  readonly data: Data;
  /** One for each analysed image. */
  readonly timings: readonly StageTimings[];
  /** As how many calls of the plan it counts, of those that the route reserves; one without. */
  readonly calls?: number;
}

/** Data, or what makes it of stored rows when the engine is free for the next call: no slot waits for the database. */
export type NowOrLater<Data> = Data | (() => Promise<Data>);

/** An image field, and the parameter for boxes in it. */
export type AnalysedImage = ImageField & ImageName;

/** The images of a call by field; where a stored vector may be sent instead, one of both. */
export type Inputs<Images extends readonly AnalysedImage[]> = {
  readonly [Image in Images[number] as Image['field']]: Image extends { readonly vector: string }
    ? FaceInput
    : Uint8Array;
};

/** What the analysis of images may use. */
export interface Analyser<Params extends Shape, Query extends Shape, Prepared> extends Call<Params, Query> {
  readonly engine: Engine;
  readonly prepared: Prepared;
}

type Inherited =
  | 'path'
  | 'document'
  | 'params'
  | 'query'
  | 'response'
  | 'errors'
  | 'headers'
  | 'prepare'
  | 'scope'
  | 'calls';

/** An operation on images: its input, its documentation, its work. */
interface AnalysisSpec<
  Params extends Shape,
  Query extends Shape,
  Prepared,
  Images extends readonly AnalysedImage[],
  Data,
> extends Pick<RouteSpec<Params, Query, Prepared, RequestField[], Data>, Inherited> {
  /** Whether visitors without an account may call it, too. */
  readonly trial?: true;
  readonly images: Images;
  /** Whether all images must be sent the same way. */
  readonly sameWay?: true;
  /** Whether a list of images may be sent, each of which is a call of its own. */
  readonly takesList?: true;
  run(
    images: Inputs<Images>,
    analyser: Analyser<Params, Query, Prepared>,
  ): Promise<AnalysisResult<NowOrLater<Data>>>;
}

/** The route of an operation on images: a counted call that waits for its turn. */
export function analysisRoute<
  const Params extends Shape,
  const Query extends Shape,
  Prepared,
  const Images extends readonly AnalysedImage[],
  Data,
>(lanes: Lanes, spec: AnalysisSpec<Params, Query, Prepared, Images, Data | Results>): Route {
  const { images, takesList, trial, sameWay, ...rest } = spec;
  const listed = new Set(images.map(({ field }) => field));
  return route({
    ...rest,
    method: 'POST',
    caller: trial === true ? 'api-key or trial' : 'api-key',
    scope: spec.scope ?? 'analyse',
    cost: 'call',
    errors: ['quota', ...(spec.errors ?? [])],
    body: imageBody(images, (request) => laneOf(lanes, request).limits, takesList && MAX_IMAGES),
    prepare: async (call) => {
      const prepared = (await spec.prepare?.(call)) as Prepared;
      await requireRoom(lanes, call.request);
      return prepared;
    },
    handle: async (call) => {
      const { request, body: fields } = call;
      const list = takesList && fields.find(({ kind, name }) => kind === 'list' && listed.has(name));
      const analyse = async (
        scope: RequestScope,
        own: RequestField[],
        begin: () => void,
        onResult: (calls: number) => void,
      ): Promise<Data | Results> => {
        const read = await imagesOf(lanes, request, scope, { fields: own, images, sameWay });
        return analysed(lanes, request, scope, {
          images,
          // The engine copies each image for its worker.
          heldBytes: ENGINE_COPIES * bytesOf(Object.values(read)),
          begin,
          onResult,
          run: (engine, signal) => spec.run(read as Inputs<Images>, { ...call, engine, signal }),
        });
      };
      if (list?.kind === 'list') return respondToList(call, list, analyse);
      return counted(request, countedCallOf(request), (begin, onResult) =>
        analyse(scopeOf(request), fields, begin, onResult),
      );
    },
  });
}

/** Before the body is read, so that a rejected call costs no upload. */
export const requireRoom = (lanes: Lanes, request: FastifyRequest): Promise<void> =>
  requireRoomFor(lanes, request, queueKeyOf(request));

/** The same for a caller whom the request has not shown yet. */
export async function requireRoomFor(lanes: Lanes, request: FastifyRequest, caller: string): Promise<void> {
  const { signal, maxWaitMs } = scopeOf(request);
  const { admission, engine } = laneOf(lanes, request);
  await engine.ready(signal, maxWaitMs());
  admission.check(caller, maxWaitMs());
}

interface Fields {
  readonly fields: RequestField[];
  readonly images: readonly AnalysedImage[];
  readonly sameWay?: boolean | undefined;
}

/** Reads the images from the fields, which are emptied. */
async function imagesOf(
  lanes: Lanes,
  request: FastifyRequest,
  { signal, memory }: RequestScope,
  { fields, images, sameWay = false }: Fields,
): Promise<Readonly<Record<string, FaceInput>>> {
  const { limits, fetcherFor } = laneOf(lanes, request);
  const read = await readImages(fields.splice(0), images, {
    sameWay,
    maxBytes: limits.imageBytes,
    fetcher: fetcherFor(request),
    signal,
    claim: memory.take,
  });
  if (Object.values(read).some((input) => input instanceof Float32Array))
    requireModel(request.headers[MODEL_HEADER]);
  return read;
}

interface Work<Data> {
  readonly images: readonly ImageName[];
  /** What the work holds in memory, in place of the body. */
  readonly heldBytes?: number;
  /** When it is the call's turn. */
  readonly begin: () => void | Promise<void>;
  /** As how many calls it counts, if the route reserves several. */
  readonly onResult?: (calls: number) => void;
  readonly run: (engine: Engine, signal: AbortSignal) => Promise<AnalysisResult<NowOrLater<Data>>>;
}

/** The analysis of a call, when it is its turn. Errors name the image that they are about. */
export async function analysed<Data>(
  lanes: Lanes,
  request: FastifyRequest,
  { signal, memory, maxWaitMs }: RequestScope,
  { images, heldBytes, begin, onResult, run }: Work<Data>,
): Promise<Data> {
  const { engine: source, admission, metrics } = laneOf(lanes, request);
  if (heldBytes !== undefined) memory.holdOnly(heldBytes);
  const engine = await source.ready(signal, maxWaitMs());
  const arrived = performance.now();
  const {
    data,
    timings,
    calls = 1,
  } = await queued(request, admission, signal, ['wait for turn', 'analyse'], async (runSignal, setFacts) => {
    metrics.observeQueue(performance.now() - arrived);
    await begin();
    try {
      const result = await run(engine, runSignal);
      setFacts(stageFacts(result.timings));
      return result;
    } catch (failure) {
      // Cancelled work fails in many ways; the reason for the cancellation matters.
      runSignal.throwIfAborted();
      throw fromEngineFailure(failure, images);
    }
  });
  onResult?.(calls);
  for (const each of timings) metrics.observeStages(each);
  return typeof data === 'function' ? afterAnalysis(data as () => Promise<Data>) : data;
}

/** Each image is held by the request and by the worker that analyses it. */
export const ENGINE_COPIES = 2;

export const bytesOf = (inputs: readonly FaceInput[]): number =>
  inputs.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** What the calls of one kind of caller may use. */
export interface Lane {
  readonly engine: EngineSource;
  /** The queue in front of the engine. */
  readonly admission: Admission;
  /** Fetches the images that a call names by URL. */
  readonly fetcherFor: FetcherOf;
  readonly limits: BodyLimits;
  readonly metrics: Pick<ServiceMetrics, 'observeQueue' | 'observeStages'>;
}

/** The lanes of the service: of accounts, and of trial calls where there are any. */
export interface Lanes {
  readonly account: Lane;
  readonly trial: Lane | null;
}

export const laneOf = ({ account, trial }: Lanes, request: FastifyRequest): Lane =>
  request.account === null && trial !== null ? trial : account;
