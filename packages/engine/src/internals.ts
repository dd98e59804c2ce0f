import type { Models } from '@facet/analysis/analysis/models.js';
import { ensureModels, type ModelForm, type ModelsOptions } from './models/built-models.js';
import { loadModels } from './runtime/load-models.js';

/** All models, loaded on the calling thread. */
export const openModels = async (
  options: ModelsOptions = {},
  threads = 1,
  form?: ModelForm,
): Promise<Models> => loadModels(await ensureModels(options, undefined, 'pinned', form), threads);

/** The engine's steps one by one, for benchmarks and calibration. Not a stable interface. */
export {
  attributesOf,
  ATTRIBUTE_REFERENCE_POINTS,
  runFaceApiModel,
  runOwnModel,
  trainingSquare,
} from '@facet/analysis/attributes/attributes.js';
export {
  AGE_GROUPS,
  combinePredictions,
  FACE_API_DEVIATION,
  isInDoubt,
  OWN_CONFIDENCE,
  OWN_GENDER_WEIGHT,
  withoutGenderPrior,
  type FaceApiPrediction,
  type OwnPrediction,
} from '@facet/analysis/attributes/combine-predictions.js';
export { boundingBox, centre, height, scaleBox, width } from '@facet/analysis/geometry/box.js';
export { DecoderProcess } from './decoder/decoder-process.js';
export { detect, PASSES } from '@facet/analysis/detection/detect.js';
export { decodePhoto } from './image/decode.js';
export { pyramidOf, warp, type Pyramid } from '@facet/analysis/image/pyramid.js';
export {
  faceFrame,
  facePlace,
  faceRectangle,
  RECTANGLE_HEIGHT,
  RECTANGLE_RISE,
} from '@facet/analysis/landmarks/face-geometry.js';
export { ExtraFits, fitDetectedFace, fitMirrored } from '@facet/analysis/landmarks/fit-face.js';
export { poseFeatures, shapeOf } from '@facet/analysis/landmarks/correct-landmarks.js';
export { averageOfFits, MIRRORED_68 } from '@facet/analysis/landmarks/landmarks-68.js';
export { describeFrameFace } from '@facet/analysis/analysis/measure-frame.js';
export { measureFrame } from './measure-frame.js';
export { encodePng } from './image/encode-png.js';
export { progress } from '@facet/analysis/liveness/actions.js';
export { extractVector } from '@facet/analysis/analysis/extract-vector.js';
export { startStageTimer } from '@facet/analysis/analysis/photo-call.js';
export {
  faceScore,
  termsOf,
  LARGE_SIDE,
  SMALL as SMALL_FACE_WEIGHTS,
  type FaceEvidence,
  type Weights,
} from '@facet/analysis/analysis/face-score.js';
export { findFaces, isSameFace, rectangleOf, type FoundFace } from '@facet/analysis/analysis/find-faces.js';
export { alignedCrop, type FivePoints } from '@facet/analysis/recognition/embed-face.js';
export { CHILD_SHARE, embeddingOf, toVector, VECTOR_NORM } from '@facet/analysis/recognition/vector.js';
export { ensureModels } from './models/built-models.js';
export type { Model } from '@facet/analysis/model.js';
export { loadModel } from './runtime/model.js';
export { releaseModels, type Models } from '@facet/analysis/analysis/models.js';
