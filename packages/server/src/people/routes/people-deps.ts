import type { FastifyRequest } from 'fastify';
import type { Plans } from '../../accounts/index.js';
import type { ErrorCode } from '../../errors.js';
import type { Lanes } from '../../faces/index.js';
import type { Owner } from '../collection-limits.js';
import type { Collections } from '../collections.js';

/** What the routes of people depend on. */
export interface PeopleDeps {
  readonly collections: Collections;
  readonly plans: Plans;
  readonly lanes: Lanes;
}

/** Whose collections a request is about, and what the plan allows in them. */
export function ownerOf({ plans }: Pick<PeopleDeps, 'plans'>, { account }: FastifyRequest): Owner {
  if (account === null) throw new Error('The request was not authenticated.');
  const { collections = 0, people = 0, faces = 0 } = plans.get(account.plan) ?? {};
  return { accountId: account.accountId, limits: { collections, people, faces } };
}

/** What can go wrong with every request about an existing collection. */
export const COLLECTION_ERRORS = [
  'collections-off',
  'unknown-collection',
] as const satisfies readonly ErrorCode[];
