import { DIMENSIONS, squaredLength } from '../vector.js';

/** Templates that belong together so far. */
export interface Group {
  readonly members: readonly number[];
  /** The sum of the members' vectors. */
  readonly sum: Float32Array | Float64Array;
  /** The mean of the members' squared lengths. */
  readonly square: number;
  /** Members of other groups that are near a member of this one; only groups of these can be near as a whole. */
  readonly neighbours: Iterable<number>;
}

export const groupOfOne = (member: number, template: Float32Array, neighbours: Iterable<number>): Group => ({
  members: [member],
  sum: template,
  square: squaredLength(template),
  neighbours,
});

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
  return { members, sum, square, neighbours };
}
