import { z } from 'zod';
import { BadValue, onlyText, parameter, type Texts } from '../../http/query.js';
import { isName, MAX_NAME } from '../people-by-name.js';

/** The collection of an account that holds its subjects. */
export const COLLECTION = 'compreface';

export const SUBJECT_RULE = `a text of 1 to ${MAX_NAME} characters that is not blank`;

const parsedSubject = (texts: Texts): string | undefined => {
  const subject = onlyText(texts);
  if (subject === undefined || isName(subject)) return subject;
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
  subject: z.string().refine(isName, { error: `must be ${SUBJECT_RULE}` }),
};
