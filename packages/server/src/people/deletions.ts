import { sql } from 'kysely';
import { countsText, EXPIRY, recordChange } from '../accounts/index.js';
import { deleteInSteps } from '../db/delete-in-steps.js';
import { deletePeople, lockCollections, upToFaces, type CollectionParts } from './collection-rows.js';
import { NEVER } from '../work/turns.js';

/** Expired people that are deleted in one transaction, at most. */
const EXPIRED_AT_ONCE = 200;

/** Whose turns these are: nobody's account waits for them. */
const DELETIONS = 'deletions';

/** Deletes expired people, and what is left of deleted collections. Several servers may do so at once. */
export class Deletions {
  constructor(private readonly parts: CollectionParts) {}

  async sweep(): Promise<void> {
    await this.parts.lookAtClock?.();
    await this.#expired();
    await this.#discarded();
  }

  #inTurn<T>(piece: () => Promise<T>): Promise<T> {
    return this.parts.turns.run(DELETIONS, NEVER, piece);
  }

  async #expired(): Promise<void> {
    const { database, now } = this.parts;
    for (;;) {
      const page = await database.db
        .selectFrom('collection_person')
        .innerJoin('collection', 'collection.number', 'collection_person.collection')
        .select([
          'collection_person.number',
          'collection_person.faces',
          'collection_person.collection',
          'collection.account_id',
        ])
        .where('collection_person.expires_at', '<=', now())
        .where('collection.account_id', 'is not', null)
        .orderBy('collection_person.expires_at')
        .limit(EXPIRED_AT_ONCE)
        .execute();
      const some = upToFaces(page);
      const collections = new Map(some.map(({ collection, account_id }) => [collection, account_id ?? '']));
      for (const [collection, accountId] of collections) {
        const people = some.filter((person) => person.collection === collection);
        await this.#inTurn(() =>
          this.#deleteExpired(
            { collection, accountId },
            people.map(({ number }) => number),
          ),
        );
      }
      if (some.length === page.length && page.length < EXPIRED_AT_ONCE) return;
    }
  }

  async #deleteExpired(
    { collection, accountId }: { readonly collection: number; readonly accountId: string },
    people: readonly number[],
  ): Promise<void> {
    const { database, store, now } = this.parts;
    await store.change(collection, async (tx) => {
      await lockCollections(database, tx, accountId);
      // Again, under the lock: the caller may have prolonged somebody meanwhile, or another server deleted them.
      const expired = await tx
        .selectFrom('collection_person')
        .select('number')
        .where('collection', '=', collection)
        .where('number', 'in', people)
        .where('expires_at', '<=', now())
        .execute();
      if (expired.length === 0) return;
      const faces = await deletePeople(
        this.parts,
        tx,
        collection,
        expired.map(({ number }) => number),
      );
      const detail = countsText(expired.length, faces);
      await recordChange(tx, { actor: EXPIRY, action: 'people-expired', accountId, detail }, now());
    });
  }

  async #discarded(): Promise<void> {
    const { database, store } = this.parts;
    const { db } = database;
    const gone = await db.selectFrom('collection').select('number').where('account_id', 'is', null).execute();
    for (const { number } of gone) {
      while (!(await this.#inTurn(() => store.eraseSome(number))));
      const people = sql<boolean>`collection = ${number}`;
      await deleteInSteps(database, 'collection_person', ['number'], people, (step) => this.#inTurn(step));
      await db.deleteFrom('collection').where('number', '=', number).execute();
    }
  }
}
