import { checkIterable, checkOptions } from '../caller-input.js';
import { GalleryError } from '../gallery-error.js';
import type { VectorStore } from '../store/vector-store.js';
import { hasModel, checkedVector, type FaceVector } from '../vector.js';
import { Grouping } from './grouping.js';
import { findNeighbours } from './near-pairs.js';

/**
 * In a collection every face is compared with every other, so a false match is far more likely than in one comparison.
 * Two groups are therefore merged only below a distance that is smaller than the 0.5 of a match.
 */
export const CLUSTER_THRESHOLD = 0.47;

export interface ClusterOptions {
  /** Groups nearer than this in the (root) mean of all distances between them become one; default 0.47. */
  readonly threshold?: number;
  /** For each vector the photo that it comes from, by any name: two faces of one photo are never one person. */
  readonly photos?: readonly (string | number)[];
}

/** Sorts vectors into people; `store` is empty, and finds which of them are near. */
export function clusterIn(
  store: VectorStore,
  vectors: Iterable<FaceVector>,
  options: ClusterOptions,
): number[][] {
  const { threshold = CLUSTER_THRESHOLD, photos } = checkOptions(options);
  if (typeof threshold !== 'number' || !(threshold > 0 && threshold < Infinity)) {
    throw new GalleryError('option-invalid', `threshold must be a number above 0, not ${String(threshold)}`);
  }
  const given = [...checkIterable(vectors, 'vector-invalid', 'vectors')];
  requireOneModel(given);
  if (photos !== undefined) checkIterable(photos, 'option-invalid', 'photos');
  if (photos !== undefined && photos.length !== given.length) {
    throw new GalleryError(
      'option-invalid',
      `photos must name one photo for each of the ${given.length} vectors, not ${photos.length}`,
    );
  }
  const checked = given.map(checkedVector);
  const neighbours = findNeighbours(checked, threshold, store);
  const groups = new Grouping(checked, neighbours, threshold, photos).run();
  return groups.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

function requireOneModel(vectors: readonly FaceVector[]): void {
  const models = new Set(vectors.map((vector) => (hasModel(vector) ? vector.model : undefined)));
  if (models.size < 2) return;
  const names = [...models].map((model) => model ?? 'not stated').slice(0, 3);
  throw new GalleryError('model-differs', names.join(', '));
}
