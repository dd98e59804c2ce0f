/** The engine's steps one by one, for benchmarks and calibration. Not a stable interface. */
export { openNets } from './open-nets.js';
export { attributesOf } from './attributes/attributes.js';
export { AGE_GROUPS } from './attributes/age-groups.js';
export {
  combinePredictions,
  FACE_API_DEVIATION,
  OWN_CONFIDENCE,
  withoutGenderPrior,
} from './attributes/combine-predictions.js';
export { runFaceApiNet, type FaceApiPrediction } from './attributes/face-api-net.js';
export { ATTRIBUTE_TEMPLATE, trainingSquare } from './attributes/face-crop.js';
export { runOwnNet, type OwnPrediction } from './attributes/own-net.js';
export { boundingBox, centre, height, scaleBox, width } from './geometry/box.js';
export { DecoderProcess } from './decoder/decoder-process.js';
export { decodePhoto } from './image/decode.js';
export { pyramidOf, type Pyramid } from './image/pyramid.js';
export {
  faceFrame,
  facePlace,
  faceRectangle,
  RECTANGLE_HEIGHT,
  RECTANGLE_RISE,
} from './landmarks/face-geometry.js';
export { ExtraFits, fitDetectedFace } from './landmarks/fit-face.js';
export { averageWithMirroredFit, offsetFeatures } from './landmarks/landmarks-68.js';
export { startClock } from './pipeline/call.js';
export {
  faceScore,
  termsOf,
  LARGE_SIDE,
  SMALL as SMALL_FACE_WEIGHTS,
  type FaceEvidence,
  type Weights,
} from './pipeline/face-score.js';
export { candidatesOf, findFaces, isSameFace, rectangleOf, type FoundFace } from './pipeline/find-faces.js';
export { PASSES } from './pipeline/passes.js';
export { WorkBudget } from './pipeline/work-budget.js';
export { CHILD_SHARE, embeddingOf, VECTOR_NORM } from './recognition/vector.js';
export { ensureModels } from './models/built-models.js';
export { loadNet, type Net } from './runtime/net.js';
export { releaseNets, type Nets } from './pipeline/nets.js';
