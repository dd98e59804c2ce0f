/** The engine's steps one by one, for benchmarks and calibration. Not a stable interface. */
export { openNets } from './open-nets.js';
export { decodePhoto } from './image/decode.js';
export { pyramidOf } from './image/pyramid.js';
export { averagedDetail } from './landmarks/detail.js';
export { faceFrame } from './landmarks/face-frame.js';
export { offsetFeatures } from './landmarks/correct-68.js';
export { startClock } from './pipeline/clock.js';
export { findFaces } from './pipeline/find-faces.js';
export { ensureModels } from './models/built-models.js';
export { loadNet, type Net } from './runtime/net.js';
export type { Nets } from './pipeline/nets.js';
