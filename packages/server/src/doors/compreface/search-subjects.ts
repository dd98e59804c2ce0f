import type { PeopleDeps } from '../../people/index.js';
import { nearestByName, type NamedPeople } from '../people-by-name.js';
import { similarityOf } from '../scales.js';
import { COLLECTION } from './subjects.js';

export const subjectsOf = (accountId: string): NamedPeople => ({ accountId, collection: COLLECTION });

export interface SimilarSubject {
  readonly subject: string;
  readonly similarity: number;
}

/**
 * The subjects most similar to each vector, however little: CompreFace leaves the verdict to its clients. 0.5 is the
 * threshold of a search, which falls as the collection grows.
 */
export async function similarSubjects(
  deps: PeopleDeps,
  accountId: string,
  vectors: readonly Float32Array[],
  options: { readonly count: number; readonly signal: AbortSignal },
): Promise<SimilarSubject[][]> {
  const lists = await nearestByName(deps, subjectsOf(accountId), vectors, options);
  return lists.map((list) =>
    list.map(({ name, distance, threshold }) => ({
      subject: name,
      similarity: similarityOf(distance, threshold),
    })),
  );
}
