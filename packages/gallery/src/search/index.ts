/** How a search judges distances, for programs that search without a `Gallery`. */
export { distanceBetween, MATCH_THRESHOLD, MAX_DISTANCE, similarityOf } from './distance.js';
export { VECTOR_MODEL } from './impostor-distances.js';
export { eachPersonOnce, type Near } from './one-photo.js';
export {
  DEFAULT_FALSE_POSITIVE_RATE,
  searchThreshold,
  type Searched,
  type SearchThreshold,
  type ThresholdOptions,
} from './search-threshold.js';
