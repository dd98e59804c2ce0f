/** Parts of the gallery for the collections of the service, and the lab. Not a public interface. */
export { GalleryReader } from './format/read-gallery.js';
export type { GallerySink } from './format/read-records.js';
export { GalleryWriter } from './format/write-gallery.js';
export { SCAN_PLACES } from './compact/code-shard.js';
export { scanShared, VectorIndex, type SharedCodes } from './compact/vector-index.js';
export { Ranking } from './ranking.js';
export { IMPOSTOR_DISTANCES } from './search/impostor-distances.js';
export { NumberColumn } from './store/number-column.js';
export { DIMENSIONS } from './vector.js';
