import { workerData } from 'node:worker_threads';
import { withDecodeMutex } from './decoder/decode-mutex.js';
import { DecoderProcess } from './decoder/decoder-process.js';
import type {
  Analysis,
  CallWork,
  FaceExtra,
  FaceSelection,
  FaceVector,
  FaceVectors,
  FrameFaceDetails,
  FrameTiming,
  MeasuredFrame,
  NearFace,
  RedactionShape,
  VectorExtra,
} from '@facet/analysis/analysis.types.js';
import type { CallOptions, DecodedPhoto, FrameFaceOptions, RedactedPhoto } from './engine.types.js';
import type { DecodeLimits } from './image/decode-limits.js';
import { bufferOf, type Photo } from '@facet/analysis/image/pixels.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { ScratchBuffer } from '@facet/analysis/image/scratch-buffer.js';
import { analysePhoto } from '@facet/analysis/analysis/analyse-photo.js';
import { startStageTimer, type PhotoCall } from '@facet/analysis/analysis/photo-call.js';
import { redactRegions } from '@facet/analysis/analysis/redact-regions.js';
import type { RedactionStyle } from '@facet/analysis/image/redact-pixels.js';
import { extractVector, extractVectors } from '@facet/analysis/analysis/extract-vector.js';
import { describeFrameFace } from '@facet/analysis/analysis/measure-frame.js';
import { boxesOn } from '@facet/analysis/analysis/select-faces.js';
import { releaseModels } from '@facet/analysis/analysis/models.js';
import type { ModelFiles } from './models/built-models.js';
import { VECTOR_MODEL } from '@facet/analysis/recognition/vector.js';
import { requireFinite } from '@facet/analysis/analysis/result-numbers.js';
import { encodePng } from './image/encode-png.js';
import { measureFrame } from './measure-frame.js';
import { loadModels } from './runtime/load-models.js';
import { lowerThreadPriority } from './runtime/priority.js';
import { serveTasks } from './runtime/worker-pool.js';

/** Passed to a worker at its start. */
export interface WorkerSetup {
  readonly files: ModelFiles;
  readonly threads: number;
  readonly limits: DecodeLimits;
}

export interface EngineTask {
  readonly operation:
    'decode' | 'analyse' | 'vector' | 'vectors' | 'redact' | 'measure-frame' | 'describe-frame-face';
  /** A file, or a photo that was decoded before. */
  readonly image: Uint8Array | Photo;
  readonly faces: FaceSelection;
  readonly extras: readonly (FaceExtra | VectorExtra)[];
  readonly maxVectors?: number | undefined;
  /** Of a frame: the face of the previous one, or the face to describe. */
  readonly frame?: { readonly near?: NearFace } | Omit<FrameFaceOptions, keyof CallOptions> | undefined;
  /** For this call, if it is lower than the engine's limit. */
  readonly maxPixels?: number | undefined;
  readonly work?: CallWork | undefined;
  /** For the operation `redact`. */
  readonly redact?: { readonly style: RedactionStyle; readonly shape: RedactionShape } | undefined;
}

/** What the models find out about a photo. */
type AnalysisResult = Analysis | FaceVector | FaceVectors | MeasuredFrame | (FrameFaceDetails & FrameTiming);

export type EngineTaskResult = DecodedPhoto | RedactedPhoto | AnalysisResult;

/** A worker thread of the engine: loads its models and starts its decoder process once, then turns photos into results. */
await serveTasks<EngineTask, EngineTaskResult>(async () => {
  lowerThreadPriority();
  const { files, threads, limits } = workerData as WorkerSetup;
  const decoder = new DecoderProcess(limits);
  const models = await loadModels(files, threads).catch((error: unknown) => {
    decoder.close();
    throw error;
  });
  await decoder.ready().catch(async (error: unknown) => {
    await releaseModels(models);
    throw error;
  });
  const scratch = new ScratchBuffer();
  const decode = (
    file: Uint8Array,
    { maxPixels = Infinity, work = {} }: EngineTask,
    checkCancelled: () => void,
  ): Promise<Photo> =>
    withDecodeMutex(work.decodeMutex, {
      file,
      maxWaitMs: limits.seconds * 1000,
      checkCancelled,
      decode: () => decoder.decode(file, { pixels: maxPixels, workMs: work.decodeMs ?? Infinity }),
    });
  const analyse = async (
    operation: Exclude<EngineTask['operation'], 'decode' | 'redact'>,
    { faces, extras, maxVectors, frame = {} }: EngineTask,
    call: PhotoCall,
  ): Promise<AnalysisResult> => {
    switch (operation) {
      case 'vector':
        return extractVector(call, faces, new Set(extras));
      case 'vectors':
        return extractVectors(call, faces, new Set(extras));
      case 'analyse':
        return analysePhoto(call, faces, new Set(extras), maxVectors);
      case 'measure-frame':
        return measureFrame(call, 'near' in frame ? frame.near : undefined);
      case 'describe-frame-face':
        if (!('face' in frame)) throw new Error('There is no face to describe.');
        return describeFrameFace(call, frame.face, frame);
    }
  };
  const redact = async (
    { image, faces, redact: how, maxPixels = Infinity }: EngineTask,
    call: PhotoCall,
  ): Promise<RedactedPhoto> => {
    if (how === undefined || !(image instanceof Uint8Array)) throw new Error('Only a file can be redacted.');
    const regions = await redactRegions(call, faces, how.shape);
    const { data, format } = await call.timer.time('redact', () =>
      decoder.redact(image, { regions, style: how.style }, { pixels: maxPixels }),
    );
    return { image: data, format, faces: regions.length, timings: call.timer.timings };
  };
  return {
    async handle(task, checkCancelled) {
      const { operation, image, faces } = task;
      const timer = startStageTimer(checkCancelled);
      const photo =
        image instanceof Uint8Array
          ? await timer.time('decode', () => decode(image, task, checkCancelled))
          : image;
      if (operation === 'decode') {
        boxesOn(photo, faces);
        return { photo, timings: timer.timings };
      }
      const call = {
        models,
        photo,
        image: pyramidOf(photo.pixels, scratch),
        timer,
        encodePng,
        vectorModel: VECTOR_MODEL,
      };
      if (operation === 'redact') return redact(task, call);
      return requireFinite(await analyse(operation, task, call));
    },
    transferred: (result) => ('photo' in result ? [bufferOf(result.photo)] : []),
    // No pixel of a photo outlives its call.
    afterwards: () => {
      scratch.wipe();
    },
    release: () => {
      decoder.close();
      return releaseModels(models);
    },
  };
});
