export { bothImages, openEngine, pairWork, type EngineOptions } from './engine.js';
export {
  ENROLMENT_RULES,
  failedRules,
  ruleText,
  type EnrolmentRule,
  type FailedRule,
} from '@facet/analysis/analysis/enrolment-check.js';
export {
  COMPUTED_EXTRAS,
  requested,
  type ComputedExtra,
  type ExtraValues,
} from '@facet/analysis/analysis/face-extras.js';
export { FACE_EXTRAS, REDACTION_SHAPES } from '@facet/analysis/analysis.types.js';
export { REDACTION_MARGIN } from '@facet/analysis/analysis/redact-regions.js';
export type {
  Analysis,
  AttributedFace,
  CallWork,
  Face,
  FaceExtra,
  FaceSelection,
  FaceVector,
  FaceVectors,
  FrameFaceDetails,
  FrameTiming,
  Match,
  MeasuredFrame,
  NearFace,
  RedactionShape,
  SearchLimits,
  Stage,
  StageTimings,
  VectorExtra,
} from '@facet/analysis/analysis.types.js';
export type {
  AnalyseOptions,
  CallOptions,
  DecodedPhoto,
  Engine,
  EngineLoad,
  FrameFaceOptions,
  FrameOptions,
  ImageInput,
  MatchOptions,
  RedactedPhoto,
  RedactOptions,
  VectorOptions,
  VectorsOptions,
} from './engine.types.js';
export { EngineError, type EngineErrorCode, type ErrorDetails } from '@facet/analysis/errors.js';
export { integerBox, type Box, type Point, type Size } from '@facet/analysis/geometry/box.js';
export { AGE_RANGES, type AgeRange, type Gender } from '@facet/analysis/attributes/combine-predictions.js';
export { BLENDSHAPES, type Blendshape, type Expression } from '@facet/analysis/landmarks/expression.js';
export { ensureModels } from './models/built-models.js';
export { ensureWebModels } from './models/web-models.js';
export { LANDMARK_KEYS, type LandmarkKey } from '@facet/analysis/landmarks/landmark-keys.js';
export type { HeadPose } from '@facet/analysis/landmarks/face-geometry.js';
export {
  DECODE_MS,
  HALF_DECODE_MS,
  MAX_BOXES,
  callsFor,
  MAX_COMPARED,
  MAX_EXTRA_FITS,
  MAX_FACES,
  MAX_SPOOF_SCORES,
  MAX_VECTORS,
  QUARTER_DECODE_MS,
} from '@facet/analysis/analysis/call-limits.js';
export type { Quality } from '@facet/analysis/quality/quality.js';
export type { FrameFace, FrameMeasurement } from '@facet/analysis/liveness/frame.js';
export { failedGates, type FailedGate } from '@facet/analysis/quality/quality-gate.js';
export {
  rounded,
  roundedExpression,
  roundedPose,
  roundedQuality,
} from '@facet/analysis/analysis/result-numbers.js';
export {
  confidenceOf,
  distance,
  falseMatchRate,
  MATCH_THRESHOLD,
  MAX_DISTANCE,
  VECTOR_MODEL,
  VECTOR_NORM,
  vectorNumbers,
} from '@facet/analysis/recognition/vector.js';
export {
  ACCEPTED_FORMATS,
  formatNames,
  DEFAULT_DECODE_LIMITS,
  type AcceptedFormat,
  type DecodeLimits,
} from './image/decode-limits.js';
export { REDACTION_STYLES, type RedactionStyle } from '@facet/analysis/image/redact-pixels.js';
export { cgroupLimits, defaultWorkers, workersFor, type CgroupLimits } from './runtime/default-workers.js';
export { defaultCacheDir, homeDir } from './models/host.js';
export { createProgressBar } from './models/progress.js';
export { npmHasPackage, openStore, weightSources, type WeightSources } from './models/store.js';
export { LIVENESS_ACTIONS, type LivenessAction } from '@facet/analysis/liveness/actions.js';
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
  looksStill,
  type FollowedSteps,
  type LivenessReason,
  type LivenessStep,
  type TimedFrame,
} from '@facet/analysis/liveness/verdict.js';
export { framesToCompare, framesToScore, isOnePerson, SPOOF_LIMIT } from '@facet/analysis/liveness/people.js';
