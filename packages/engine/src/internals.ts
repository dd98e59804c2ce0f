import { loadModels, type Models } from './analysis/load-models.js';
import { ensureModels, type ModelsOptions } from './models/built-models.js';

/** All models, loaded on the calling thread. */
export const openModels = async (options: ModelsOptions = {}, threads = 1): Promise<Models> =>
  loadModels(await ensureModels(options), threads);

/** The engine's steps one by one, for benchmarks and calibration. Not a stable interface. */
export {
  attributesOf,
  ATTRIBUTE_REFERENCE_POINTS,
  runFaceApiModel,
  runOwnModel,
  trainingSquare,
} from './attributes/attributes.js';
export {
  AGE_GROUPS,
  combinePredictions,
  FACE_API_DEVIATION,
  OWN_CONFIDENCE,
  withoutGenderPrior,
  type FaceApiPrediction,
  type OwnPrediction,
} from './attributes/combine-predictions.js';
export { boundingBox, centre, height, scaleBox, width } from './geometry/box.js';
export { DecoderProcess } from './decoder/decoder-process.js';
export { detect, PASSES } from './detection/detect.js';
export { decodePhoto } from './image/decode.js';
export { pyramidOf, warp, type Pyramid } from './image/pyramid.js';
export {
  faceFrame,
  facePlace,
  faceRectangle,
  RECTANGLE_HEIGHT,
  RECTANGLE_RISE,
} from './landmarks/face-geometry.js';
export { ExtraFits, fitDetectedFace } from './landmarks/fit-face.js';
export { averageWithMirroredFit, offsetFeatures } from './landmarks/landmarks-68.js';
export { describeFrameFace, measureFrame } from './analysis/measure-frame.js';
export { progress } from './liveness/actions.js';
export { startStageTimer } from './analysis/photo-call.js';
export {
  faceScore,
  termsOf,
  LARGE_SIDE,
  SMALL as SMALL_FACE_WEIGHTS,
  type FaceEvidence,
  type Weights,
} from './analysis/face-score.js';
export { findFaces, isSameFace, rectangleOf, type FoundFace } from './analysis/find-faces.js';
export { WorkBudget } from './analysis/work-budget.js';
export { alignedCrop, type FivePoints } from './recognition/embed-face.js';
export { CHILD_SHARE, embeddingOf, VECTOR_NORM } from './recognition/vector.js';
export { ensureModels } from './models/built-models.js';
export { loadModel, type Model } from './runtime/model.js';
export { releaseModels, type Models } from './analysis/load-models.js';
