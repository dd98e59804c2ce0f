import { PlainStore } from '../store/plain-store.js';
import type { FaceVector } from '../vector.js';
import { clusterIn, type ClusterOptions } from './cluster-in.js';

export { CLUSTER_THRESHOLD, type ClusterOptions } from './cluster-in.js';

/**
 * The same as `cluster` of the main entry, for a few thousand vectors: without WebAssembly, which the security policy of
 * a web page may not allow.
 */
export const cluster = (vectors: Iterable<FaceVector>, options: ClusterOptions = {}): number[][] =>
  clusterIn(new PlainStore(), vectors, options);
