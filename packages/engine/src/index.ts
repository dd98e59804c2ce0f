export { openEngine, type EngineOptions } from './engine.js';
export { bothImages } from './both-images.js';
export {
  ENROLMENT_RULES,
  failedRules,
  ruleText,
  type EnrolmentRule,
  type FailedRule,
} from './enrolment-check.js';
export { engineOpener } from './engine-opener.js';
export { FACE_EXTRAS } from './engine.types.js';
export { homeDir } from './models/home-dir.js';
export type {
  AnalyseOptions,
  Analysis,
  AttributedFace,
  CallOptions,
  CallWork,
  Engine,
  EngineLoad,
  Face,
  FaceExtra,
  FaceSelection,
  FaceVector,
  FaceVectors,
  Match,
  MatchOptions,
  SearchLimits,
  Stage,
  StageTimings,
  VectorExtra,
  VectorOptions,
  VectorsOptions,
} from './engine.types.js';
export { EngineError, ENGINE_ERROR_CODES, type EngineErrorCode, type ErrorDetails } from './errors.js';
export type { Box, Point, Size } from './geometry/box.js';
export { wholePixels } from './geometry/whole-pixels.js';
export { AGE_RANGES, type AgeRange, type Gender } from './attributes/attributes.types.js';
export { BLENDSHAPES, type Blendshape, type Expression } from './landmarks/expression.types.js';
export { LANDMARK_KEYS, type LandmarkKey } from './landmarks/landmark-keys.js';
export type { HeadPose } from './landmarks/landmarks.types.js';
export { MAX_VECTORS } from './pipeline/analyse-photo.js';
export { MAX_COMPARED } from './pipeline/extract-vectors.js';
export { MAX_FACES } from './pipeline/find-faces.js';
export { CALL_BUDGET, PAIR_BUDGET, TWO_IMAGES_BUDGET } from './pipeline/work-budget.js';
export { pairWork } from './pair-work.js';
export type { Quality } from './quality/quality.types.js';
export { failedGates, type FailedGate } from './quality/quality-gate.js';
export { rounded, statedExpression, statedPose, statedQuality } from './stated-numbers.js';
export { distance, MATCH_THRESHOLD, MAX_DISTANCE, VECTOR_NORM, VECTOR_MODEL } from './recognition/vector.js';
export { confidenceOf, falseMatchRate } from './recognition/judge-distance.js';
export { vectorNumbers } from './recognition/vector-numbers.js';
export {
  ACCEPTED_FORMATS,
  formatNames,
  DEFAULT_DECODE_LIMITS,
  type AcceptedFormat,
  type DecodeLimits,
} from './image/decode-limits.js';
export { cgroupLimits, type CgroupLimits } from './machine/cgroup-limits.js';
export { defaultWorkers, workersFor } from './machine/default-workers.js';
export { defaultCacheDir } from './models/cache/cache-dir.js';
export { createProgressBar } from './models/progress-bar.js';
export { openStore } from './models/store.js';
export { npmHasPackage, weightSources, type WeightSources } from './models/weight-sources.js';
