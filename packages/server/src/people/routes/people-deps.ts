import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
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

/** Not only dots: clients and proxies resolve such paths. */
const ID = /^(?!\.{1,2}$)[\w.-]{1,64}$/;
/** The same for the document: not every reader of it knows look-ahead. */
const DOCUMENTED_ID = /^[\w.-]{1,64}$/;
/** The numbers of faces are below 2^53. */
const FACE = /^[1-9]\d{0,14}$/;

const IS = '1 to 64 letters, digits, dots, hyphens or underscores';

export const isId = (text: string): boolean => ID.test(text);

/** An id in a body; the error completes the sentence "The field … must be". */
export const idField = z.string({ error: IS }).regex(ID, { error: IS });

/** An id in a path; the error completes the sentence that begins with its name. */
const pathId = (description: string): z.ZodType<string> =>
  z
    .string()
    .regex(DOCUMENTED_ID, { error: `must be ${IS}` })
    .refine(isId, { error: `must be ${IS}` })
    .meta({
      description: `${description} 1 to 64 of A-Z a-z 0-9 . _ - of your choice.`,
      examples: ['office'],
    });

export const COLLECTION = { collection: pathId('The id of the collection:') };
export const PERSON = { ...COLLECTION, person: pathId('The id of the person:') };
export const FACE_OF_PERSON = {
  ...PERSON,
  face: z
    .string()
    .regex(FACE, { error: 'must be the id of a face, as its enrolment returned it' })
    .meta({ description: 'The id of the face, as its enrolment returned it.', examples: ['17'] }),
};
