import type { CallOptions, CallWork, Engine } from '@facet/engine';
import type { FastifyInstance } from 'fastify';
import { createAdmission, type Admission } from '../../work/admission.js';
import type { SharedSlots } from '../../work/shared-slots.js';
import type { Config } from '../../boot/config/config.js';
import type { EngineSource } from '../../work/engine-source.js';
import { ServiceError } from '../../errors.js';
import type { FaceInput } from '../../images/read-images.js';
import type { ServiceMetrics } from '../../observe/service-metrics.js';
import { TrialMetrics } from './trial-metrics.js';
import { TrialBudget } from './trial-budget.js';
import { networkOf } from '../../accounts/routes/account-guards.js';
import type { BodyLimits } from '../../http/body/body-stream.js';
import { getFaceVec } from '../get-face-vec.js';
import { getImageAttr } from '../get-image-attr.js';
import { matchFaces } from '../match-faces.js';
import { operationCall, type CallDeps } from '../operation-call.js';
import type { Operation } from '../operation.js';
import { scopeOf, type RequestScope } from '../../http/plugins/request-scope.js';

export interface TrialDeps {
  readonly config: Config;
  readonly engine: EngineSource;
  readonly metrics: ServiceMetrics;
  /** Calls that the engine runs at the same time. */
  readonly concurrency: number;
  /** The engine's slots, shared with callers who have an API key and take priority. */
  readonly slots: SharedSlots;
}

/** The most images in a call. As Base64, each takes a third more; the rest of the body is negligible. */
const BODY_BYTES_PER_IMAGE_BYTE = 2 * (4 / 3);
const FORM_BYTES = 16_384;

/**
 * The operations for visitors of the portal, under `/trial`. An attacker can send anything from any number of
 * addresses, so the cost of these calls is limited in total and not only for each network.
 */
export function addTrialRoutes(app: FastifyInstance, deps: TrialDeps): void {
  const { config, metrics, concurrency, slots } = deps;
  if (config.FACET_TRIAL === 'off') return;
  const workers = (concurrency * config.FACET_TRIAL_WORKER_PERCENT) / 100;
  const admission = createAdmission({
    concurrency: Math.max(1, Math.floor(workers)),
    maxWaiting: config.FACET_TRIAL_OPEN,
    slots,
    isPreemptible: true,
    because: 'trial-busy',
  });
  const trialMetrics = new TrialMetrics(metrics.registry, {
    callsLeft: () => budget.callsLeft,
    open: () => budget.openCalls,
    running: () => admission.stats().running,
  });
  const budget = new TrialBudget(
    {
      callsPerNetwork: config.FACET_TRIAL_CALLS_PER_NETWORK,
      callsInAll: config.FACET_TRIAL_CALLS,
      openPerNetwork: config.FACET_TRIAL_OPEN_PER_NETWORK,
      openInAll: config.FACET_TRIAL_OPEN,
      workers,
    },
    (bound) => {
      trialMetrics.countRejection(bound);
    },
  );
  const callDeps = callDepsOf(deps, admission, trialMetrics, (ms) => {
    budget.countWork(ms);
    trialMetrics.countWork(ms);
  });
  const trial = { callDeps, budget, deadlineMs: config.FACET_TRIAL_DEADLINE_MS };
  addTrialRoute(app, trial, getImageAttr);
  addTrialRoute(app, trial, matchFaces);
  addTrialRoute(app, trial, getFaceVec);
}

/** What a trial call may use: smaller images, no URLs, and slots of the engine that no other caller needs. */
function callDepsOf(
  { config, engine, metrics }: TrialDeps,
  admission: Admission,
  trialMetrics: TrialMetrics,
  countWork: (ms: number) => void,
): CallDeps {
  return {
    engine: {
      ready: async (signal, maxWaitMs) =>
        trialEngine(await engine.ready(signal, maxWaitMs), config.FACET_TRIAL_MAX_PIXELS, countWork),
      liveWorkers: () => engine.liveWorkers(),
    },
    admission,
    fetcherFor: () => ({ fetch: () => Promise.reject(urlRejected()) }),
    limits: trialBodyLimits(config),
    metrics: {
      observeQueue: (ms) => {
        trialMetrics.observeWait(ms);
      },
      observeStages: (timings) => {
        metrics.observeStages(timings);
      },
    },
  };
}

export function trialBodyLimits(config: Config): BodyLimits {
  const imageBytes = Math.min(config.FACET_TRIAL_MAX_IMAGE_BYTES, config.FACET_MAX_IMAGE_BYTES);
  const bodyBytes = Math.ceil(imageBytes * BODY_BYTES_PER_IMAGE_BYTE) + FORM_BYTES;
  return { imageBytes, bodyBytes: Math.min(bodyBytes, config.FACET_MAX_BODY_BYTES) };
}

const urlRejected = (): ServiceError =>
  new ServiceError(
    'url-rejected',
    'Image URLs are fetched only for callers with an account; send the image itself.',
  );

/**
 * What the images of a call may cost to decode, in milliseconds of a slow core: one JPEG photo of the largest size, or two
 * of 12 megapixels; one AVIF photo of about 4 megapixels, or two of 2.
 */
export const TRIAL_DECODE_MS = 320;

/** One of two images brings a limit of its own. */
const decodeMsOf = (work: CallWork | undefined): number =>
  work?.decodeMs === undefined ? TRIAL_DECODE_MS : Math.min(TRIAL_DECODE_MS / 2, work.decodeMs);

/** The same engine with lower limits, which reports how long it worked on each image. */
function trialEngine(engine: Engine, maxPixels: number, countWork: (ms: number) => void): Engine {
  const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      countWork(performance.now() - began);
    }
  };
  const limits = (work?: CallWork): Pick<CallOptions, 'maxPixels' | 'work'> => ({
    maxPixels,
    work: { ...work, decodeMs: decodeMsOf(work) },
  });
  return {
    decode: (image, options) => counted(() => engine.decode(image, { ...options, ...limits(options?.work) })),
    analyse: (image, options) =>
      counted(() => engine.analyse(image, { ...options, ...limits(options?.work) })),
    vector: (image, options) => counted(() => engine.vector(image, { ...options, ...limits(options?.work) })),
    vectors: (image, options) =>
      counted(() => engine.vectors(image, { ...options, ...limits(options?.work) })),
    match: (first, second, options) => counted(() => engine.match(first, second, { ...options, maxPixels })),
    measureFrame: (image, options) =>
      counted(() => engine.measureFrame(image, { ...options, ...limits(options?.work) })),
    describeFrameFace: (image, options) =>
      counted(() => engine.describeFrameFace(image, { ...options, ...limits(options.work) })),
    redact: (image, options) => counted(() => engine.redact(image, { ...options, ...limits(options?.work) })),
    load: () => engine.load(),
    close: () => engine.close(),
  };
}

interface Trial {
  readonly callDeps: CallDeps;
  readonly budget: TrialBudget;
  readonly deadlineMs: number;
}

/** Serves one operation without an API key. The origin of the request was checked by `account-guards.ts`. */
function addTrialRoute<Field extends string, Query, Data, Input extends FaceInput>(
  app: FastifyInstance,
  { callDeps, budget, deadlineMs }: Trial,
  operation: Operation<Field, Query, Data, Input>,
): void {
  const { receive, analyse } = operationCall(callDeps, operation);
  const { path, headers = {}, takesList } = operation;
  app.route({
    method: 'POST',
    url: `/trial${path}`,
    config: { auth: 'trial', headers },
    handler: async (request, reply) => {
      const caller = networkOf(request.ip);
      const trialCall = budget.open(caller);
      const { limit, remaining, resetMs } = trialCall;
      void reply.headers({
        'x-quota-limit': String(limit),
        'x-quota-remaining': String(remaining),
        'x-quota-reset': String(Math.ceil(resetMs / 1000)),
      });
      const deadline = trialDeadline(scopeOf(request), deadlineMs);
      try {
        const call = { request, caller, scope: deadline.scope };
        const received = await receive(call, reply);
        if (takesList === true && received.fields.some(({ kind }) => kind === 'list')) throw oneImageOnly();
        return await analyse(call, received, deadline.onAnalysis);
      } finally {
        deadline.clear();
        trialCall.close();
      }
    },
  });
}

const oneImageOnly = (): ServiceError =>
  new ServiceError('bad-parameter', 'Calls without an account take one image for each field, not a list.');

/** A shorter deadline than other requests have. */
function trialDeadline(
  scope: RequestScope,
  deadlineMs: number,
): { readonly scope: RequestScope; readonly onAnalysis: () => void; readonly clear: () => void } {
  const endsAt = Date.now() + deadlineMs;
  const controller = new AbortController();
  let hasBegun = false;
  const timer = setTimeout(() => {
    controller.abort(
      hasBegun
        ? new ServiceError('deadline', `The call took longer than ${deadlineMs} ms.`)
        : new ServiceError(
            'overloaded',
            'The service is busy with the calls of its users; try again shortly.',
            { retryAfterSeconds: Math.ceil(deadlineMs / 1000) },
            { because: 'trial-busy' },
          ),
    );
  }, deadlineMs);
  return {
    scope: {
      ...scope,
      signal: AbortSignal.any([scope.signal, controller.signal]),
      maxWaitMs: () => Math.min(scope.maxWaitMs(), Math.max(0, endsAt - Date.now()) / 2),
    },
    onAnalysis: () => {
      hasBegun = true;
    },
    clear: () => {
      clearTimeout(timer);
    },
  };
}
