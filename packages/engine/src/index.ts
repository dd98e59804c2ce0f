export { bothImages, openEngine, pairWork, type EngineOptions } from './engine.js';
export {
  ENROLMENT_RULES,
  failedRules,
  ruleText,
  type EnrolmentRule,
  type FailedRule,
} from './analysis/enrolment-check.js';
export { COMPUTED_EXTRAS, type ComputedExtra, type ExtraValues } from './analysis/face-extras.js';
export { FACE_EXTRAS, REDACTION_SHAPES } from './engine.types.js';
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
  FrameFaceDetails,
  FrameFaceOptions,
  FrameOptions,
  FrameTiming,
  Match,
  ImageInput,
  MatchOptions,
  MeasuredFrame,
  NearFace,
  RedactedPhoto,
  RedactionShape,
  RedactOptions,
  SearchLimits,
  Stage,
  StageTimings,
  VectorExtra,
  VectorOptions,
  VectorsOptions,
} from './engine.types.js';
export { EngineError, type EngineErrorCode, type ErrorDetails } from './errors.js';
export { integerBox, type Box, type Point, type Size } from './geometry/box.js';
export { AGE_RANGES, type AgeRange, type Gender } from './attributes/combine-predictions.js';
export { BLENDSHAPES, type Blendshape, type Expression } from './landmarks/expression.js';
export { LANDMARK_KEYS, type LandmarkKey } from './landmarks/landmark-keys.js';
export type { HeadPose } from './landmarks/face-geometry.js';
export { MAX_SPOOF_SCORES, MAX_VECTORS } from './analysis/analyse-photo.js';
export { MAX_COMPARED } from './analysis/extract-vector.js';
export { MAX_FACES } from './analysis/find-faces.js';
export { CALL_BUDGET, PAIR_BUDGET, TWO_IMAGES_BUDGET } from './analysis/work-budget.js';
export type { Quality } from './quality/quality.js';
export type { FrameFace, FrameMeasurement } from './liveness/frame.js';
export { failedGates, type FailedGate } from './quality/quality-gate.js';
export { rounded, roundedExpression, roundedPose, roundedQuality } from './analysis/result-numbers.js';
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
export { REDACTION_STYLES, type RedactionStyle } from './image/redact-pixels.js';
export { cgroupLimits, defaultWorkers, workersFor, type CgroupLimits } from './runtime/default-workers.js';
export { defaultCacheDir, homeDir } from './models/host.js';
export { createProgressBar } from './models/progress.js';
export { npmHasPackage, openStore, weightSources, type WeightSources } from './models/store.js';
export { LIVENESS_ACTIONS, type LivenessAction } from './liveness/actions.js';
export {
  areTimesPlausible,
  bestFrame,
  faultOf,
  followSteps,
  FRAME_GAP,
  hasRepeatedFrames,
  jumpsAbout,
  LIVENESS_REASONS,
  looksFlat,
  type FollowedSteps,
  type LivenessReason,
  type LivenessStep,
  type TimedFrame,
} from './liveness/verdict.js';
export { framesToCompare, framesToScore, isOnePerson, SPOOF_LIMIT } from './liveness/people.js';
