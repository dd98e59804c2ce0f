import { VECTOR_MODEL } from '@facet/engine';
import { GalleryWriter } from '@facet/gallery/internals';
import { ServiceError } from '../errors.js';
import type { CollectionParts, CollectionRow } from './collection-rows.js';
import type { PersonWithFaces } from './face-store.js';

/** What a gallery file says about a person, as the meta value that callers of @facet/gallery see. */
export interface PersonMeta {
  readonly display_name?: string;
  readonly metadata?: unknown;
  readonly consent?: string;
  readonly expires_at?: string;
}

function metaOf({ displayName, metadata, consent, expiresAt }: PersonWithFaces): string | undefined {
  const meta: PersonMeta = {
    ...(displayName !== null && { display_name: displayName }),
    ...(metadata !== null && { metadata: JSON.parse(metadata) as unknown }),
    ...(consent !== null && { consent }),
    ...(expiresAt !== null && { expires_at: new Date(expiresAt).toISOString() }),
  };
  return Object.keys(meta).length === 0 ? undefined : JSON.stringify(meta);
}

/**
 * The collection as the bytes of a gallery file, block by block. Nothing stays open in the database while the client reads:
 * some people are read at a time, each as a whole. Changes meanwhile may be in it or not.
 */
export async function* exportedBytes(
  { database, store, turns }: CollectionParts,
  { number, account_id, model }: CollectionRow,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let vectors: readonly Float32Array[] = [];
  const writer = new GalleryWriter((index, into) => {
    into.set(vectors[index] ?? []);
  });
  yield writer.header(model ?? VECTOR_MODEL);
  for (let after = ''; ;) {
    const page = await turns.run(account_id ?? '', signal, () => store.peopleAfter(number, after));
    const last = page.at(-1);
    if (last === undefined) break;
    for (const person of page) {
      vectors = person.vectors;
      yield* writer.add({ id: person.id, meta: metaOf(person), vectors: [...vectors.keys()] });
    }
    after = last.id;
  }
  const left = await database.db
    .selectFrom('collection')
    .select('account_id')
    .where('number', '=', number)
    .executeTakeFirst();
  // Deleted meanwhile: the file must not look complete.
  if (left?.account_id == null) throw new ServiceError('unknown-collection');
  yield* writer.end();
}
