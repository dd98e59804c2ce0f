import { groupOfOne, meanSquaredDistance, mergeGroups, sharePhoto, type Group } from './group.js';

/**
 * Merges groups as long as any two are nearer than the threshold in the mean over all pairs (average linkage of
 * squared distances).
 *
 * It follows chains of nearest neighbours: from any group to its nearest, on to that one's nearest, until two are
 * nearest to each other. Merging those never brings any other two groups nearer, so the result is the one that always
 * merging the nearest two of all gives, whatever the order of the vectors; and a group with none in reach is done.
 * Groups that share a photo count as infinitely far apart, which merging cannot change either.
 */
export class Grouping {
  readonly #bound: number;
  /** Each group under the number of its first member. */
  readonly #groups = new Map<number, Group>();
  /** From a vector towards the first member of its group. */
  readonly #heads: Uint32Array;

  constructor(
    vectors: readonly Float32Array[],
    neighbours: readonly Uint32Array[],
    threshold: number,
    photos: readonly (string | number)[] = [],
  ) {
    this.#bound = threshold * threshold;
    this.#heads = Uint32Array.from(vectors, (_, i) => i);
    vectors.forEach((vector, i) =>
      this.#groups.set(i, groupOfOne(i, vector, neighbours[i] ?? [], photos[i])),
    );
  }

  run(): number[][] {
    const done: number[][] = [];
    for (const [start] of this.#groups) {
      const chain = [start];
      for (let head = chain.at(-1); head !== undefined; head = chain.at(-1)) {
        const nearest = this.#nearest(head, chain.at(-2));
        if (nearest === undefined) {
          done.push([...this.#take(head).members].sort((a, b) => a - b));
          chain.pop();
        } else if (nearest === chain.at(-2)) {
          chain.splice(-2, 2);
          const merged = this.#merge(head, nearest);
          if (chain.length === 0) chain.push(merged);
        } else {
          chain.push(nearest);
        }
      }
    }
    return done;
  }

  /** The nearest group within the threshold; of several just as near, the one we came from or else the first. */
  #nearest(head: number, cameFrom: number | undefined): number | undefined {
    const group = this.#groups.get(head);
    let best: number | undefined;
    let least = this.#bound;
    for (const neighbour of group?.neighbours ?? []) {
      const candidate = this.#headOf(neighbour);
      const other = this.#groups.get(candidate);
      if (group === undefined || other === undefined || candidate === head || candidate === best) continue;
      const distance = meanSquaredDistance(group, other);
      if (distance > least || (distance === least && !isPreferred(candidate, best, cameFrom))) continue;
      // The bound itself is out of reach.
      if (distance >= this.#bound || sharePhoto(group, other)) continue;
      best = candidate;
      least = distance;
    }
    return best;
  }

  #merge(a: number, b: number): number {
    const [head, tail] = a < b ? [a, b] : [b, a];
    const [first, second] = [this.#take(head), this.#take(tail)];
    this.#heads[tail] = head;
    const neighbours = new Set<number>();
    for (const list of [first.neighbours, second.neighbours]) {
      for (const neighbour of list) neighbours.add(this.#headOf(neighbour));
    }
    neighbours.delete(head);
    this.#groups.set(head, mergeGroups(first, second, neighbours));
    return head;
  }

  #take(head: number): Group {
    const group = this.#groups.get(head);
    if (group === undefined) throw new RangeError(`no group ${head}`);
    this.#groups.delete(head);
    return group;
  }

  #headOf(member: number): number {
    let head = member;
    for (let next = this.#heads[head] ?? head; next !== head; next = this.#heads[head] ?? head) head = next;
    // The next search for this one is short.
    this.#heads[member] = head;
    return head;
  }
}

const isPreferred = (candidate: number, best: number | undefined, cameFrom: number | undefined): boolean =>
  candidate === cameFrom || (best !== cameFrom && candidate < (best ?? Infinity));
