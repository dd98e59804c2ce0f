import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordChange } from '../accounts/admin/audit-log.js';
import { deleteInSteps } from '../db/delete-in-steps.js';
import { deletePeople, type CollectionParts } from './collection-rows.js';
import { countsText } from './discard.js';

/** Expired people that are deleted in one transaction. */
const EXPIRED_AT_ONCE = 20;

/** Deletes expired people, and what is left of deleted collections. Several servers may do so at once. */
export class Deletions {
  constructor(private readonly parts: CollectionParts) {}

  async sweep(): Promise<void> {
    await this.#expired();
    await this.#discarded();
  }

  async #expired(): Promise<void> {
    const { database, store, now } = this.parts;
    for (;;) {
      const page = await database.db
        .selectFrom('collection_person')
        .innerJoin('collection', 'collection.number', 'collection_person.collection')
        .select(['collection_person.number', 'collection_person.collection', 'collection.account_id'])
        .where('collection_person.expires_at', '<=', now())
        .where('collection.account_id', 'is not', null)
        .orderBy('collection_person.expires_at')
        .limit(EXPIRED_AT_ONCE)
        .execute();
      const collections = new Map(page.map(({ collection, account_id }) => [collection, account_id ?? '']));
      for (const [collection, accountId] of collections)
        await store.change(collection, async (tx) => {
          // Again, because the caller may have prolonged somebody meanwhile.
          const expired = await tx
            .selectFrom('collection_person')
            .select('number')
            .where('collection', '=', collection)
            .where('expires_at', '<=', now())
            .limit(EXPIRED_AT_ONCE)
            .execute();
          if (expired.length === 0) return;
          const people = expired.map(({ number }) => number);
          const faces = await deletePeople(this.parts, tx, collection, people);
          const detail = countsText(people.length, faces);
          await recordChange(tx, { actor: 'expiry', action: 'people-expired', accountId, detail }, now());
        });
      if (page.length < EXPIRED_AT_ONCE) return;
      await nextTurn();
    }
  }

  async #discarded(): Promise<void> {
    const { database, store } = this.parts;
    const { db } = database;
    const gone = await db.selectFrom('collection').select('number').where('account_id', 'is', null).execute();
    for (const { number } of gone) {
      while (!(await store.eraseSome(number))) await nextTurn();
      await deleteInSteps(database, 'collection_person', ['number'], sql`collection = ${number}`);
      await db.deleteFrom('collection').where('number', '=', number).execute();
    }
  }
}
