import { DIMENSIONS, squaredLength } from '../vector.js';

/** Vectors that belong together so far. */
export interface Group {
  readonly members: readonly number[];
  /** The sum of the members' vectors. */
  readonly sum: Float32Array | Float64Array;
  /** The mean of the members' squared lengths. */
  readonly square: number;
  /** Members of other groups that are near a member of this one; only groups of these can be near as a whole. */
  readonly neighbours: Iterable<number>;
  /** The photos that the members come from, where that is known. */
  readonly photos: ReadonlySet<string | number>;
}

export const groupOfOne = (
  member: number,
  vector: Float32Array,
  neighbours: Iterable<number>,
  photo: string | number | undefined,
): Group => ({
  members: [member],
  sum: vector,
  square: squaredLength(vector),
  neighbours,
  photos: new Set(photo === undefined ? [] : [photo]),
});

/** Two faces of one photo are two people, so groups that share a photo are too. */
export function sharePhoto(a: Group, b: Group): boolean {
  const [few, many] = a.photos.size < b.photos.size ? [a.photos, b.photos] : [b.photos, a.photos];
  for (const photo of few) if (many.has(photo)) return true;
  return false;
}

/** The mean of the squared distances between all members of one group and all of the other, from their sums alone. */
export function meanSquaredDistance(a: Group, b: Group): number {
  let product = 0;
  for (let i = 0; i < DIMENSIONS; i++) product += (a.sum[i] ?? 0) * (b.sum[i] ?? 0);
  return a.square + b.square - (2 * product) / (a.members.length * b.members.length);
}

export function mergeGroups(a: Group, b: Group, neighbours: Iterable<number>): Group {
  const sum = new Float64Array(DIMENSIONS);
  for (let i = 0; i < DIMENSIONS; i++) sum[i] = (a.sum[i] ?? 0) + (b.sum[i] ?? 0);
  const members = [...a.members, ...b.members];
  const square = (a.square * a.members.length + b.square * b.members.length) / members.length;
  return { members, sum, square, neighbours, photos: new Set([...a.photos, ...b.photos]) };
}
