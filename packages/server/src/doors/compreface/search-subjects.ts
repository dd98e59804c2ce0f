import { MAX_DISTANCE } from '@facet/engine';
import { type PeopleDeps, thresholdOf } from '../../people/index.js';
import { similarityOf } from './scales.js';
import { COLLECTION, ifCollection, subjectOf } from './subjects.js';

export interface SimilarSubject {
  readonly subject: string;
  readonly similarity: number;
}

interface SearchOptions {
  /** At most so many for each vector. */
  readonly count: number;
  readonly signal: AbortSignal;
}

/** Rejects a search that cannot succeed before anything is analysed. */
export const prepareSearch = async (
  { collections }: PeopleDeps,
  accountId: string,
  signal: AbortSignal,
): Promise<void> => {
  await ifCollection(
    () => collections.faces.prepare(accountId, [COLLECTION], signal),
    () => [],
  );
};

/**
 * The subjects most similar to each vector, however little: CompreFace leaves the verdict to its clients. 0.5 is the
 * threshold of a search, which falls as the collection grows.
 */
export async function similarSubjects(
  { collections }: PeopleDeps,
  accountId: string,
  vectors: readonly Float32Array[],
  { count, signal }: SearchOptions,
): Promise<SimilarSubject[][]> {
  const search = async (): Promise<SimilarSubject[][]> => {
    const rows = await collections.faces.prepare(accountId, [COLLECTION], signal);
    const threshold = thresholdOf({ faces: rows.reduce((sum, { faces }) => sum + faces, 0) });
    const lists: SimilarSubject[][] = [];
    // One by one, because two faces may be similar to the same subject.
    for (const vector of vectors) {
      const options = { maxResults: count, threshold: MAX_DISTANCE, signal };
      const { matches } = await collections.faces.searchIn(rows, [vector], options);
      lists.push(
        (matches[0] ?? []).map((match) => ({
          subject: subjectOf(match),
          similarity: similarityOf(match.distance, threshold),
        })),
      );
    }
    return lists;
  };
  return ifCollection(search, () => vectors.map(() => []));
}
