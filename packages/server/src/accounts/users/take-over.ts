import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { discardCollections } from '../discard-collections.js';
import type { LogInParts } from './log-in-parts.js';

/**
 * For the proven owner of an address with which a stranger may have signed up: the stranger's API keys no longer work, and
 * people whom they enrolled, to be found by the owner's searches, are gone.
 */
export async function takeOver(
  { apiKeys, now }: Pick<LogInParts, 'apiKeys' | 'now'>,
  accountId: string,
  tx: Kysely<Tables>,
): Promise<void> {
  await apiKeys.replace(accountId, undefined, tx);
  await discardCollections(tx, accountId, undefined, now());
}
