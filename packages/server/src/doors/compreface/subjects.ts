import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ServiceError, type ErrorCode } from '../../errors.js';
import { BadValue, onlyText, parameter, type Texts } from '../../http/query.js';
import { isId } from '../../people/index.js';

/** The collection of an account that holds its subjects. */
export const COLLECTION = 'compreface';

/** Twice as many characters as CompreFace allows; a path holds no more. */
const MAX_SUBJECT = 100;
export const SUBJECT_RULE = `a text of 1 to ${MAX_SUBJECT} characters that is not blank`;

/** The ids of people whose subject cannot be an id: derived from the subject, which is then the display name. */
const DERIVED = /^subject-[\w-]{43}$/;

export const isSubject = (text: string): boolean =>
  text.trim() !== '' && text.length <= MAX_SUBJECT && !/\0|\p{Surrogate}/u.test(text);

/** The id of the person of a subject. Every subject that is an id, such as `ada`, is its own. */
export const personIdOf = (subject: string): string =>
  isId(subject) ? subject : `subject-${createHash('sha256').update(subject).digest('base64url')}`;

/** The display name that a person gets with their subject; null where the id says it all. */
export const displayNameOf = (subject: string): string | null => (isId(subject) ? null : subject);

/** The subject of a person: what finds the person again. */
export const subjectOf = ({
  person,
  displayName,
}: {
  readonly person: string;
  readonly displayName: string | null;
}): string =>
  displayName !== null && DERIVED.test(person) && personIdOf(displayName) === person ? displayName : person;

const parsedSubject = (texts: Texts): string | undefined => {
  const subject = onlyText(texts);
  if (subject === undefined || isSubject(subject)) return subject;
  throw new BadValue(`must be ${SUBJECT_RULE}`);
};

/** The subject that a query names; undefined without. */
export const subjectParameter = parameter(z.string(), 'The subject.', parsedSubject);

export const requiredSubject = parameter(z.string(), 'The subject.', (texts) => {
  const subject = parsedSubject(texts);
  if (subject === undefined) throw new BadValue('is missing');
  return subject;
});

/** The subject in a path. */
export const SUBJECT_IN_PATH = {
  subject: z.string().refine(isSubject, { error: `must be ${SUBJECT_RULE}` }),
};

/** An account without the collection has no subjects. */
export async function ifCollection<T>(work: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unknown-collection') return otherwise();
    throw error;
  }
}

export const unknown = (code: ErrorCode) => (): never => {
  throw new ServiceError(code);
};

/** For work on a person: what to do if there is none. */
export async function ifPerson<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unknown-person') return otherwise;
    throw error;
  }
}
