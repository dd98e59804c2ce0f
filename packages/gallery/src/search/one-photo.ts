/** A person at a distance from a face. */
export interface Near {
  readonly id: string;
  readonly distance: number;
}

/**
 * For the faces of one photo, which are different people: each enrolled person goes to the face that is nearest to
 * them, and is taken from the lists of the others. Lists keep their order.
 */
export function eachPersonOnce<Candidate extends Near>(
  faces: readonly (readonly Candidate[])[],
): Candidate[][] {
  const claims = faces
    .flatMap((candidates, face) => candidates.map(({ id, distance }) => ({ face, id, distance })))
    .sort((a, b) => a.distance - b.distance || a.face - b.face);
  const faceOf = new Map<string, number>();
  const named = new Set<number>();
  for (const { face, id } of claims) {
    if (named.has(face) || faceOf.has(id)) continue;
    faceOf.set(id, face);
    named.add(face);
  }
  return faces.map((candidates, face) => candidates.filter(({ id }) => (faceOf.get(id) ?? face) === face));
}

/** The results of the faces of one photo, with each person in one of them, and up to `k` people in each. */
export function keepEachOnce<Result extends { readonly hits: readonly Near[] }>(
  results: readonly Result[],
  k: number,
): Result[] {
  const lists = eachPersonOnce(results.map(({ hits }) => hits));
  return results.map((result, face) => ({ ...result, hits: (lists[face] ?? []).slice(0, k) }));
}
