/** How a search judges distances, for whoever searches without a `Gallery`. */
export { VECTOR_MODEL } from './impostor-distances.js';
export { eachPersonOnce, type Near } from './one-photo.js';
export {
  DEFAULT_STRANGER_RATE,
  searchThreshold,
  type Searched,
  type SearchThreshold,
  type ThresholdOptions,
} from './search-threshold.js';
