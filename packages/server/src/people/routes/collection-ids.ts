import { z } from 'zod';
import { badParameter } from '../../http/query.js';
import type { QueryParameter } from '../../http/openapi/route-document.js';

/** Not only dots: clients and proxies resolve such paths. */
const ID = /^(?!\.{1,2}$)[\w.-]{1,64}$/;
/** The numbers of faces are below 2^53. */
const FACE = /^[1-9]\d{0,14}$/;

const MUST_BE = 'must be 1 to 64 letters, digits, dots, hyphens or underscores';

export const isId = (text: string): boolean => ID.test(text);

/** An id in a body; the error completes the sentence "The field … must be". */
export const idField = z
  .string({ error: MUST_BE.replace('must be ', '') })
  .regex(ID, { error: MUST_BE.replace('must be ', '') });

const pathId = (description: string): QueryParameter => ({
  schema: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .meta({ examples: ['office'] }),
  description: `${description} 1 to 64 of A-Z a-z 0-9 . _ - of your choice.`,
});

export const COLLECTION = { collection: pathId('The id of the collection:') };
export const PERSON = { ...COLLECTION, person: pathId('The id of the person:') };
export const FACE_OF_PERSON = {
  ...PERSON,
  face: {
    schema: z
      .string()
      .regex(FACE)
      .meta({ examples: ['17'] }),
    description: 'The id of the face, as its enrolment returned it.',
  },
};

/** The ids in a path. */
export type PathIds = Readonly<Record<string, string>>;

export function idOf(params: PathIds, name: 'collection' | 'person'): string {
  const id = params[name] ?? '';
  if (!ID.test(id)) throw badParameter(name, MUST_BE);
  return id;
}

export function faceOf(params: PathIds): number {
  const { face = '' } = params;
  if (!FACE.test(face)) throw badParameter('face', 'must be the id of a face, as its enrolment returned it');
  return Number(face);
}
