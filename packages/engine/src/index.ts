export { engineOpener, openEngine, type EngineOptions } from './engine.js';
export { bothImages, pairWork } from './image-pair.js';
export {
  ENROLMENT_RULES,
  failedRules,
  ruleText,
  type EnrolmentRule,
  type FailedRule,
} from './enrolment-check.js';
export { FACE_EXTRAS } from './engine.types.js';
export type {
  AnalyseOptions,
  Analysis,
  AttributedFace,
  CallOptions,
  DecodedPhoto,
  CallWork,
  Engine,
  EngineLoad,
  Face,
  FaceExtra,
  FaceSelection,
  FaceVector,
  FaceVectors,
  Match,
  ImageInput,
  MatchOptions,
  SearchLimits,
  Stage,
  StageTimings,
  VectorExtra,
  VectorOptions,
  VectorsOptions,
} from './engine.types.js';
export { EngineError, ENGINE_ERROR_CODES, type EngineErrorCode, type ErrorDetails } from './errors.js';
export { wholePixels, type Box, type Point, type Size } from './geometry/box.js';
export { AGE_RANGES, type AgeRange, type Gender } from './attributes/attributes.types.js';
export { BLENDSHAPES, type Blendshape, type Expression } from './landmarks/expression.js';
export { LANDMARK_KEYS, type LandmarkKey } from './landmarks/landmark-keys.js';
export type { HeadPose } from './landmarks/face-geometry.js';
export { MAX_VECTORS } from './pipeline/analyse-photo.js';
export { MAX_COMPARED } from './pipeline/extract-vector.js';
export { MAX_FACES } from './pipeline/find-faces.js';
export { CALL_BUDGET, PAIR_BUDGET, TWO_IMAGES_BUDGET } from './pipeline/work-budget.js';
export type { Quality } from './quality/quality.js';
export { failedGates, type FailedGate } from './quality/quality-gate.js';
export { rounded, roundedExpression, roundedPose, roundedQuality } from './rounded-numbers.js';
export {
  confidenceOf,
  distance,
  falseMatchRate,
  MATCH_THRESHOLD,
  MAX_DISTANCE,
  VECTOR_MODEL,
  VECTOR_NORM,
  vectorNumbers,
} from './recognition/vector.js';
export {
  ACCEPTED_FORMATS,
  formatNames,
  DEFAULT_DECODE_LIMITS,
  type AcceptedFormat,
  type DecodeLimits,
} from './image/decode-limits.js';
export { cgroupLimits, defaultWorkers, workersFor, type CgroupLimits } from './default-workers.js';
export { defaultCacheDir, homeDir } from './models/host.js';
export { createProgressBar } from './models/progress.js';
export { npmHasPackage, openStore, weightSources, type WeightSources } from './models/store.js';
