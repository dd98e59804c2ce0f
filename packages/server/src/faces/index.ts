/** What other features may use of this one. */
export {
  analysed,
  type AnalysisResult,
  analysisRoute,
  bytesOf,
  ENGINE_COPIES,
  type Lane,
  laneOf,
  type Lanes,
  type NowOrLater,
  requireRoom,
  requireRoomFor,
} from './analysis-route.js';
export { compareFaces } from './compare-faces.js';
export { faceDet, oneFace, QUALITY_DESCRIPTION, singleBox } from './face-selection.js';
export { getFaceVec } from './get-face-vec.js';
export { getImageAttr } from './get-image-attr.js';
export { oneOrSeveral } from './image-list.js';
export { matchFaces } from './match-faces.js';
export {
  MODEL_HEADER,
  MODEL_HEADER_DOCUMENT,
  MODEL_HEADERS,
  MODEL_REQUEST_HEADER,
  requireModel,
} from './model-header.js';
export { type DetectedFace, faceAndAllFaces, timingsOf } from './pair.js';
export { redact } from './redact.js';
export { ATTRIBUTE_TABLE, IMAGE_ATTRIBUTES } from './results/attribute-table.js';
export { FaceRectangleSchema, withFacesByName } from './results/attributes.schema.js';
export { faceRectangle, type FaceRectangle } from './results/attributes.js';
export { roundedDistance, score, statedDistance, verdict } from './results/distance.js';
export { fromEngineFailure } from './results/engine-failure.js';
export { EXTRAS_OF_LEVEL, LEVEL_ERRORS, type QualityLevel, requireLevel } from './results/quality-checks.js';
export { TRIAL_DECODE_MS, trialBodyLimits, trialLane, type TrialLimits } from './trial-lane.js';
