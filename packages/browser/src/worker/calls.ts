import { analysePhoto } from '@facet/analysis/analysis/analyse-photo.js';
import { extractVector, matchOf } from '@facet/analysis/analysis/extract-vector.js';
import { startStageTimer, type PhotoCall, type StageTimer } from '@facet/analysis/analysis/photo-call.js';
import { requireFinite } from '@facet/analysis/analysis/result-numbers.js';
import { redactRegions } from '@facet/analysis/analysis/redact-regions.js';
import { boxesOn } from '@facet/analysis/analysis/select-faces.js';
import { trackFaces } from '@facet/analysis/analysis/track-faces.js';
import type { FaceSelection, FaceVector, Match } from '@facet/analysis/analysis.types.js';
import { ofImage } from '@facet/analysis/errors.js';
import type { Photo } from '@facet/analysis/image/pixels.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { redactPixels } from '@facet/analysis/image/redact-pixels.js';
import { ScratchBuffer } from '@facet/analysis/image/scratch-buffer.js';
import { WEB_VECTOR_MODEL } from '@facet/analysis/recognition/vector.js';
import type { LoadProgress, RedactedImage } from '../facet.types.js';
import type { SentImage, WorkerCall, WorkerSettings } from '../messages.js';
import { WebModels } from './models.js';
import { encodePixels, encodePng, formatOf, photoOf, withPhoto, type AnalysedSize } from './photo.js';
import { configureRuntime } from './run-model.js';

const PHOTO: AnalysedSize = { side: 1024, exact: true };
/** Of a video. */
const FRAME: AnalysedSize = { side: 640, exact: false };

export type RunCall = (call: WorkerCall, checkCancelled: () => void) => Promise<unknown>;

/** What runs calls, one at a time: they share the memory that images are scaled in. */
export function openCalls(
  { models: folder, threads }: WorkerSettings,
  onProgress: (progress: LoadProgress) => void,
): RunCall {
  configureRuntime(threads);
  const models = new WebModels(folder, onProgress);
  const scratch = new ScratchBuffer();

  const callOf = (photo: Photo, timer: StageTimer): PhotoCall => ({
    models: models.all,
    photo,
    image: pyramidOf(photo.pixels, scratch),
    timer,
    encodePng,
    vectorModel: WEB_VECTOR_MODEL,
  });
  const photoCall = async (image: SentImage, size: AnalysedSize, timer: StageTimer): Promise<PhotoCall> =>
    callOf(await timer.time('decode', () => photoOf(image, size)), timer);
  const vector = async (
    image: SentImage,
    faces: FaceSelection,
    extras: readonly string[],
    checkCancelled: () => void,
  ): Promise<FaceVector> => {
    const call = await photoCall(image, PHOTO, cancellableTimer(checkCancelled));
    boxesOn(call.photo, faces);
    return extractVector(call, faces, new Set(extras));
  };
  const redact = (
    { image, faces, style, shape }: Extract<WorkerCall, { operation: 'redact' }>,
    checkCancelled: () => void,
  ): Promise<RedactedImage> =>
    withPhoto(image, PHOTO, async (photo, fullPixels) => {
      boxesOn(photo, faces);
      const call = callOf(photo, cancellableTimer(checkCancelled));
      const regions = await redactRegions(call, faces, shape);
      const pixels = fullPixels();
      redactPixels(pixels, regions, style);
      const isPng = image instanceof Blob && (await formatOf(image)) === 'png';
      return { image: await encodePixels(pixels, isPng ? 'png' : 'jpeg'), faces: regions.length };
    });
  const match = async (
    { images, faces }: Extract<WorkerCall, { operation: 'match' }>,
    checkCancelled: () => void,
  ): Promise<Match> => {
    const vectorOf = (image: 1 | 2): Promise<FaceVector> => {
      const at = image === 1 ? 0 : 1;
      return vector(images[at], faces[at], [], checkCancelled).catch((error: unknown) => {
        throw ofImage(image, error);
      });
    };
    return matchOf(await vectorOf(1), await vectorOf(2));
  };
  const run: RunCall = async (call, checkCancelled) => {
    switch (call.operation) {
      case 'analyse': {
        const photo = await photoCall(call.image, PHOTO, cancellableTimer(checkCancelled));
        boxesOn(photo.photo, call.faces);
        return analysePhoto(photo, call.faces, new Set(call.extras));
      }
      case 'vector':
        return vector(call.image, call.faces, call.extras, checkCancelled);
      case 'match':
        return match(call, checkCancelled);
      case 'redact':
        return redact(call, checkCancelled);
      case 'track':
        return trackFaces(await photoCall(call.image, FRAME, cancellableTimer(checkCancelled)), call.track);
    }
  };
  return async (call, checkCancelled) => {
    try {
      models.fetchFor(call);
      return requireFinite(await run(call, checkCancelled));
    } finally {
      // No pixel of a photo outlives its call.
      scratch.wipe();
    }
  };
}

/** A timer that lets the message of a cancellation arrive before each stage: a running model holds up this thread. */
function cancellableTimer(checkCancelled: () => void): StageTimer {
  const timer = startStageTimer(checkCancelled);
  return {
    timings: timer.timings,
    time: async (stage, work) => {
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve();
        };
        port2.postMessage(null);
      });
      return timer.time(stage, work);
    },
  };
}
