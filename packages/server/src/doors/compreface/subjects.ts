import { createHash } from 'node:crypto';
import { badParameter, parseText } from '../../http/query.js';
import { isId } from '../../people/routes/collection-ids.js';

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

/** The subject that the query names; undefined without. */
export function subjectParameter(rawQuery: string): string | undefined {
  const subject = parseText(rawQuery, 'subject');
  if (subject === undefined || isSubject(subject)) return subject;
  throw badParameter('subject', `must be ${SUBJECT_RULE}`);
}

export function requiredSubject(rawQuery: string): string {
  const subject = subjectParameter(rawQuery);
  if (subject === undefined) throw badParameter('subject', 'is missing');
  return subject;
}
