export { Gallery } from './gallery.js';
export { GalleryError, type GalleryErrorCode } from './gallery-error.js';
export type { AnyGallery, CancellableSearchOptions, Hit, Person, SearchOptions } from './gallery.types.js';
export { DIMENSIONS, MATCH_THRESHOLD, type FaceVector } from './vector.js';
export { cluster, CLUSTER_THRESHOLD, type ClusterOptions } from './cluster/cluster.js';
