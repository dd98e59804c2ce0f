import type { Failure } from '../../api/failure.js';
import { failureTitle } from '../../api/failure-words.js';
import { durationText } from '../api/allowance.js';

/** What a person may do about a failure; the page offers it as a button or link. */
export type Remedy = 'try-again' | 'wait' | 'plans' | 'refresh' | 'account' | 'other-photo' | 'none';

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  readonly remedy: Remedy;
  /** Seconds after which trying again makes sense. */
  readonly waitSeconds: number | null;
}

type Words = readonly [title: string, advice: string, remedy: Remedy];

/** Failures of the image, the account and the service in words, by the code on the wire. */
const BY_CODE: Readonly<Record<string, Words>> = {
  '2003': [
    'This photo cannot be read',
    'The file is damaged or cut off. Try another copy of it.',
    'other-photo',
  ],
  '2004': ['This kind of picture is not accepted', 'Save it as JPEG or PNG and try again.', 'other-photo'],
  '2007': [
    'This photo is too large',
    'Reduce it first: 1024 pixels on the longer side are enough for a good result.',
    'other-photo',
  ],
  '2008': [
    'This photo has too many pixels',
    'Reduce it first: 1024 pixels on the longer side are enough for a good result.',
    'other-photo',
  ],
  '3001': [
    'No face found',
    'Try a photo in which the face is larger, brighter, or turned to the camera.',
    'other-photo',
  ],
  '3101': ['The face is too small', 'The quality check asks for at least 60 by 60 pixels.', 'other-photo'],
  '3102': [
    'The face is too dark',
    'The quality check asks for an illumination of at least 70.',
    'other-photo',
  ],
  '3103': [
    'The head is turned too far',
    'The quality check accepts a yaw of up to 50 degrees.',
    'other-photo',
  ],
  '3201': [
    'This URL is refused',
    'The service loads images from public http and https addresses only. Download the photo and drop it here instead.',
    'other-photo',
  ],
  '3202': [
    'The photo could not be loaded',
    'The URL did not answer in time, or not with an image. Check it, or drop the file here instead.',
    'other-photo',
  ],
  '4001': ['You have no API key', 'Create one on your account page, then try again.', 'account'],
  '4002': [
    'Your API key is no longer valid',
    'It may have been replaced in another window. Use the new one.',
    'refresh',
  ],
  '4003': ['You have no plan yet', 'Every call needs a plan. Choose one to continue.', 'plans'],
  '4004': ['Your plan has ended', 'Choose a plan to continue.', 'plans'],
  '4005': ['This account is suspended', 'Contact the operator of this service.', 'none'],
  '4291': [
    'Too many calls at once',
    'Your plan allows fewer calls a second. Wait a moment, then try again.',
    'wait',
  ],
  '4292': [
    'Your monthly quota is used up',
    'A larger plan takes effect immediately. Or wait for the next period.',
    'plans',
  ],
  '5000': [
    'Something went wrong on the server',
    'It is logged under the request ID below. Try again.',
    'try-again',
  ],
  '5003': [
    'The service is temporarily unavailable',
    'It is busy, or its database is unreachable. Try again shortly.',
    'wait',
  ],
  '5004': ['The service took too long', 'Try again, or send a smaller photo.', 'try-again'],
};

export function explainFailure(failure: Failure): Explanation {
  const waitSeconds = failure.retryAfterSeconds ?? null;
  const words = failure.code === undefined ? undefined : BY_CODE[failure.code];
  if (words === undefined) {
    const advice = `${failure.message} ${NO_ANSWER[failure.kind]}`.trim();
    return { title: failureTitle(failure), advice, remedy: 'try-again', waitSeconds };
  }
  const [title, advice, remedy] = words;
  const tells = remedy === 'wait' || failure.code === '4292';
  const wait = tells && waitSeconds !== null ? ` That is in ${durationText(waitSeconds)}.` : '';
  return { title, advice: advice + wait, remedy, waitSeconds };
}

const NO_ANSWER: Readonly<Record<Failure['kind'], string>> = {
  refused: '',
  offline: 'Your photo is still here and is sent when you are back online.',
  unreachable: 'Your photo is still here: try again in a moment.',
  timeout: 'A smaller photo uploads faster.',
};
