import { GalleryWriter } from '@facet/gallery/internals';
import type { CollectionSnapshot, SnapshotPerson } from './face-store.js';

/** What a gallery file says about a person, as the meta value that callers of @facet/gallery see. */
export interface PersonMeta {
  readonly display_name?: string;
  readonly metadata?: unknown;
  readonly consent?: string;
  readonly expires_at?: string;
}

function metaOf({ displayName, metadata, consent, expiresAt }: SnapshotPerson): string | undefined {
  const meta: PersonMeta = {
    ...(displayName !== null && { display_name: displayName }),
    ...(metadata !== null && { metadata: JSON.parse(metadata) as unknown }),
    ...(consent !== null && { consent }),
    ...(expiresAt !== null && { expires_at: new Date(expiresAt).toISOString() }),
  };
  return Object.keys(meta).length === 0 ? undefined : JSON.stringify(meta);
}

/** The collection as the bytes of a gallery file, block by block. Closes the snapshot. */
export async function* exportedBytes(
  snapshot: CollectionSnapshot,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let vectors: readonly Float32Array[] = [];
    const writer = new GalleryWriter((index, into) => {
      into.set(vectors[index] ?? []);
    });
    yield writer.header({ ...snapshot.counts, model: snapshot.model ?? undefined });
    for await (const person of snapshot.people) {
      vectors = person.vectors;
      yield* writer.add({ id: person.id, meta: metaOf(person), vectors: [...vectors.keys()] });
    }
    yield* writer.end();
  } finally {
    await snapshot.close();
  }
}
