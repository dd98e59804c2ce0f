import { cluster, CLUSTER_THRESHOLD } from '@facet/gallery';
import { DIMENSIONS, LIKE_FACES, seededRandom, VectorSource } from './synthetic-vectors.js';

export interface ClusterFigure {
  readonly collection: string;
  readonly faces: number;
  readonly people: number;
  readonly threshold: number;
  readonly groups: number;
  /** Of the pairs put together, how many are one person; of the pairs of one person, how many were put together. */
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
  readonly cpuSeconds: number;
}

export interface Labelled {
  readonly vector: Float32Array;
  readonly person: string;
}

/** People like those of LFW, each on several photos. */
export function syntheticFaces(people: number, photos: number): Labelled[] {
  const source = new VectorSource(LIKE_FACES, seededRandom(5));
  return Array.from({ length: people }, (_, i) => {
    const person = source.newPerson(new Float32Array(DIMENSIONS));
    // Both photos of a pair differ from the middle, so each by less than two photos do.
    return Array.from({ length: photos }, () => ({
      vector: source.again(person, Math.SQRT1_2),
      person: `${i}`,
    }));
  }).flat();
}

export function measureClusters(
  collection: string,
  faces: readonly Labelled[],
  threshold = CLUSTER_THRESHOLD,
): ClusterFigure {
  const start = process.cpuUsage();
  const groups = cluster(
    faces.map(({ vector }) => vector),
    { threshold },
  );
  const cpuSeconds = process.cpuUsage(start).user / 1e6;
  const people = countBy(faces.map(({ person }) => person));
  const together = pairs(groups.map((group) => group.length));
  const same = pairs([...people.values()]);
  const right = pairs(
    groups.flatMap((group) => [...countBy(group.map((i) => faces[i]?.person ?? '')).values()]),
  );
  const precision = together === 0 ? 1 : right / together;
  const recall = same === 0 ? 1 : right / same;
  return {
    collection,
    faces: faces.length,
    people: people.size,
    threshold,
    groups: groups.length,
    precision,
    recall,
    f: (2 * precision * recall) / Math.max(1e-9, precision + recall),
    cpuSeconds,
  };
}

const pairs = (sizes: readonly number[]): number =>
  sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
