export { openFacet } from './facet.js';
export type {
  AnalyseOptions,
  CallOptions,
  Facet,
  FacetOptions,
  FaceExtra,
  LoadProgress,
  MatchOptions,
  RedactedImage,
  RedactOptions,
  Tracking,
  TrackedFaces,
  TrackOptions,
  VectorOptions,
} from './facet.types.js';
export type {
  Analysis,
  AttributedFace,
  Face,
  FaceSelection,
  FaceVector,
  Match,
} from '@facet/analysis/analysis.types.js';
export type { TrackedFace } from '@facet/analysis/analysis/track-faces.js';
export type { Box, Point, Size } from '@facet/analysis/geometry/box.js';
export { EngineError, type EngineErrorCode } from '@facet/analysis/errors.js';
