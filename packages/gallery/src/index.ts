export { Gallery } from './gallery.js';
export { GalleryError, type GalleryErrorCode } from './gallery-error.js';
export type { ModelOptions } from './gallery-model.js';
export type { CancellableSearchOptions, Hit, Person, SearchOptions, SearchResult } from './gallery.types.js';
export * from './search/index.js';
export { DIMENSIONS, type FaceVector, type ModelVector } from './vector.js';
export { cluster } from './cluster/cluster.js';
export { CLUSTER_THRESHOLD, type ClusterOptions } from './cluster/cluster-in.js';
