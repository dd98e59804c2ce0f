import type { Kysely } from 'kysely';
import { recordChange } from './audit-log.js';
import type { Tables } from '../db/tables.js';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What was deleted, for the audit log: numbers alone. */
export const countsText = (people: number, faces: number): string =>
  `${counted(people, 'person', 'people')}, ${counted(faces, 'face', 'faces')}`;

/**
 * Takes collections away from their account: from then on nobody finds them, and their rows are deleted in the
 * background, because deleting millions at once would hold up everybody.
 */
export async function discardCollections(
  tx: Kysely<Tables>,
  accountId: string,
  id: string | undefined,
  now: number,
): Promise<boolean> {
  const gone = await tx
    .updateTable('collection')
    .set({ account_id: null, id: null })
    .where('account_id', '=', accountId)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? ''))
    .returning(['people', 'faces'])
    .execute();
  for (const { people, faces } of gone)
    await recordChange(
      tx,
      { actor: accountId, action: 'collection-deleted', accountId, detail: countsText(people, faces) },
      now,
    );
  return gone.length > 0;
}
