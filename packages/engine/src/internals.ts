/** The engine's steps one by one, for benchmarks and calibration. Not a stable interface. */
export { openNets } from './open-nets.js';
export { ATTRIBUTE_TEMPLATE, trainingSquare } from './attributes/face-crop.js';
export { look } from './detection/look.js';
export { mergeCandidates } from './detection/merge-candidates.js';
export { askWitness } from './detection/witness.js';
export { boundingBox, centre, height, scaleBox, width } from './geometry/box.js';
export { DecoderProcess } from './decoder/decoder-process.js';
export { decodePhoto } from './image/decode.js';
export { pyramidOf, type Pyramid } from './image/pyramid.js';
export { averagedDetail } from './landmarks/detail.js';
export {
  eyeCornersAndNose,
  faceRectangle,
  faceSquare,
  RECTANGLE_HEIGHT,
  RECTANGLE_RISE,
  REGION_MARGIN,
} from './landmarks/face-geometry.js';
export { ExtraFits } from './landmarks/extra-fits.js';
export { fitFace } from './landmarks/fit-face.js';
export { faceFrame } from './landmarks/face-frame.js';
export { offsetFeatures } from './landmarks/correct-68.js';
export { startClock } from './pipeline/clock.js';
export {
  evidence,
  LARGE_SIDE,
  logit,
  MAX_PRESENCE,
  SMALL as SMALL_FACE_WEIGHTS,
  type Weights,
} from './pipeline/evidence.js';
export { findFaces } from './pipeline/find-faces.js';
export { LOOKS } from './pipeline/looks.js';
export { isSameFace, type Sighting } from './pipeline/sighting.js';
export { CHILD_SHARE, embeddingOf, VECTOR_LENGTH } from './recognition/vector.js';
export { ensureModels } from './models/built-models.js';
export { loadNet, type Net } from './runtime/net.js';
export type { Nets } from './pipeline/nets.js';
