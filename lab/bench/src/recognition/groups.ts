import { distance, MATCH_THRESHOLD } from '@facet/engine';
import type { Person } from '../data/datasets.js';
import { countBelow } from './crossed-pairs.js';
import type { LabelledFace } from './lfw-faces.js';

interface GroupFigure {
  readonly group: string;
  readonly faces: number;
  readonly pairs: number;
  readonly median: number;
  /** The share of pairs nearer than the distance that 1 in 100 pairs of LFW is nearer than. */
  readonly near: number;
  /** The share of pairs that match. */
  readonly matches: number;
}

/** How near different people of one group come, for each group that the labels make. */
export function compareGroups(faces: readonly LabelledFace[], nearDistance: number): GroupFigure[] {
  const groups: readonly (readonly [string, (truth: Person) => string])[] = [
    ['everybody', () => ''],
    ['gender', ({ gender }) => gender],
    ['age', ({ minAge, maxAge }) => (minAge >= 70 ? '70 and over' : `${minAge} to ${maxAge}`)],
    ...(faces.some(({ truth }) => truth.race !== undefined)
      ? [['race', ({ race }: Person) => race ?? 'unknown'] as const]
      : []),
  ];
  return groups.flatMap(([kind, nameOf]) => {
    const names = [...new Set(faces.map(({ truth }) => nameOf(truth)))].sort(
      (a, b) => parseInt(a) - parseInt(b),
    );
    return names.map((name) => {
      const own = faces.filter(({ truth }) => nameOf(truth) === name);
      const distances = pairsOf(own);
      return {
        group: name === '' ? kind : `${kind}: ${name}`,
        faces: own.length,
        pairs: distances.length,
        median: distances[Math.floor(distances.length / 2)] ?? NaN,
        near: countBelow(distances, nearDistance) / distances.length,
        matches: countBelow(distances, MATCH_THRESHOLD) / distances.length,
      };
    });
  });
}

function pairsOf(faces: readonly LabelledFace[]): Float64Array {
  const distances = faces.flatMap(({ vector }, i) =>
    faces.slice(i + 1).map((other) => distance(vector, other.vector)),
  );
  return Float64Array.from(distances).sort();
}
