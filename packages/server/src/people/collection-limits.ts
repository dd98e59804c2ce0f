import type { Kysely } from 'kysely';
import { ServiceError } from '../errors.js';
import type { Tables } from '../db/tables.js';

/** What an account may keep in all of its collections together; null: without limit. */
export interface CollectionLimits {
  readonly collections: number | null;
  readonly people: number | null;
  readonly faces: number | null;
}

export interface CollectionUse {
  readonly collections: number;
  readonly people: number;
  readonly faces: number;
}

/** The account that calls, and what its plan allows. */
export interface Owner {
  readonly accountId: string;
  readonly limits: CollectionLimits;
}

/** More photos of one person do not make a search better; and every one is compared when they are verified. */
export const MAX_FACES_OF_PERSON = 1000;

export async function useOf(tx: Kysely<Tables>, accountId: string): Promise<CollectionUse> {
  const row = await tx
    .selectFrom('collection')
    .select((of) => [
      of.fn.countAll<number | string>().as('collections'),
      of.fn.coalesce(of.fn.sum<number | string>('people'), of.lit(0)).as('people'),
      of.fn.coalesce(of.fn.sum<number | string>('faces'), of.lit(0)).as('faces'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  // PostgreSQL's sums are decimals, which arrive as text.
  return { collections: Number(row.collections), people: Number(row.people), faces: Number(row.faces) };
}

/** Holds only in the transaction that adds something; elsewhere it avoids a futile call. */
export async function requireRoom(
  tx: Kysely<Tables>,
  { accountId, limits }: Owner,
  added: Partial<CollectionUse>,
): Promise<void> {
  const used = await useOf(tx, accountId);
  for (const what of ['collections', 'people', 'faces'] as const) {
    const limit = limits[what];
    if (limit !== null && used[what] + (added[what] ?? 0) > limit && (added[what] ?? 0) > 0)
      throw new ServiceError(
        'collection-limit',
        `The plan allows ${limit} ${what} in all collections of the account, of which ${used[what]} are used.`,
        { what, limit, used: used[what] },
      );
  }
}

export const tooManyFacesOfPerson = (): ServiceError =>
  new ServiceError('collection-limit', `A person may have at most ${MAX_FACES_OF_PERSON} faces.`, {
    what: 'faces of a person',
    limit: MAX_FACES_OF_PERSON,
  });
