import type { CallOptions, CallWork, Engine } from '@facet/engine';
import { ServiceError } from '../errors.js';
import type { BodyLimits } from '../http/body/body-stream.js';
import type { Lane } from './analysis-route.js';

export interface TrialLimits {
  readonly maxPixels: number;
  readonly bodyLimits: BodyLimits;
  readonly admission: Lane['admission'];
  readonly observeQueue: (ms: number) => void;
  /** Called with the time that a worker spent on a call. */
  readonly countWork: (ms: number) => void;
}

/** The most images in a call. As Base64, each takes a third more; the rest of the body is negligible. */
const BODY_BYTES_PER_IMAGE_BYTE = 2 * (4 / 3);
const FORM_BYTES = 16_384;

interface TrialSizes {
  readonly FACET_TRIAL_MAX_IMAGE_BYTES: number;
  readonly FACET_MAX_IMAGE_BYTES: number;
  readonly FACET_MAX_BODY_BYTES: number;
}

export function trialBodyLimits(config: TrialSizes): BodyLimits {
  const imageBytes = Math.min(config.FACET_TRIAL_MAX_IMAGE_BYTES, config.FACET_MAX_IMAGE_BYTES);
  const bodyBytes = Math.ceil(imageBytes * BODY_BYTES_PER_IMAGE_BYTE) + FORM_BYTES;
  return { imageBytes, bodyBytes: Math.min(bodyBytes, config.FACET_MAX_BODY_BYTES) };
}

/** What a trial call may use: smaller images, no URLs, and slots of the engine that no other caller needs. */
export const trialLane = (lane: Lane, limits: TrialLimits): Lane => ({
  engine: {
    ready: async (signal, maxWaitMs) => trialEngine(await lane.engine.ready(signal, maxWaitMs), limits),
    liveWorkers: () => lane.engine.liveWorkers(),
  },
  admission: limits.admission,
  fetcherFor: () => ({ fetch: () => Promise.reject(urlRejected()) }),
  limits: limits.bodyLimits,
  metrics: {
    observeQueue: limits.observeQueue,
    observeStages: (timings) => {
      lane.metrics.observeStages(timings);
    },
  },
});

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
function trialEngine(engine: Engine, { maxPixels, countWork }: TrialLimits): Engine {
  const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      countWork(performance.now() - began);
    }
  };
  const limited = <Options extends Pick<CallOptions, 'work'>>(
    options: Options,
  ): Options & Pick<CallOptions, 'maxPixels' | 'work'> => ({
    ...options,
    maxPixels,
    work: { ...options.work, decodeMs: decodeMsOf(options.work) },
  });
  return {
    decode: (image, options = {}) => counted(() => engine.decode(image, limited(options))),
    analyse: (image, options = {}) => counted(() => engine.analyse(image, limited(options))),
    vector: (image, options = {}) => counted(() => engine.vector(image, limited(options))),
    vectors: (image, options = {}) => counted(() => engine.vectors(image, limited(options))),
    match: (first, second, options) => counted(() => engine.match(first, second, { ...options, maxPixels })),
    measureFrame: (image, options = {}) => counted(() => engine.measureFrame(image, limited(options))),
    describeFrameFace: (image, options) => counted(() => engine.describeFrameFace(image, limited(options))),
    redact: (image, options = {}) => counted(() => engine.redact(image, limited(options))),
    load: () => engine.load(),
    close: () => engine.close(),
  };
}
