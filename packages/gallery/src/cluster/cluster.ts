import { GrowingStore } from '../store/growing-store.js';
import type { FaceVector } from '../vector.js';
import { clusterIn, type ClusterOptions } from './cluster-in.js';

/**
 * Sorts the faces of a collection into people. Returns groups of indexes into `vectors`, the largest first; every index
 * is in one group, and a person seen once is a group of one. The order of the vectors does not matter.
 *
 * A hundred thousand vectors take about a minute, in one go: on a server, call it in a worker thread.
 */
export const cluster = (vectors: Iterable<FaceVector>, options: ClusterOptions = {}): number[][] =>
  clusterIn(new GrowingStore(), vectors, options);
