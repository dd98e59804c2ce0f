import { QUALITY_LIMITS } from '../errors/error-rules.js';
import type { Failure } from './failure.js';

/** What a user may do about a failure; the page offers it as a button or link. */
export type Remedy =
  'try-again' | 'wait' | 'plans' | 'sign-up' | 'refresh' | 'account' | 'other-photo' | 'none';

interface FailureMessage {
  readonly title: string;
  readonly advice: string;
  readonly remedy: Remedy;
}

/** Titles and advice for users of the portal, by error code. */
const MESSAGES: Readonly<Record<string, FailureMessage>> = {
  '2003': {
    title: 'This photo cannot be read',
    advice: 'The file is damaged or cut off. Try another copy of it.',
    remedy: 'other-photo',
  },
  '2004': {
    title: 'This kind of picture is not accepted',
    advice: 'Save it as JPEG or PNG and try again.',
    remedy: 'other-photo',
  },
  '2007': {
    title: 'This photo is too large',
    advice: 'Reduce it first: 1024 pixels on the longer side is enough for a good result.',
    remedy: 'other-photo',
  },
  '2008': {
    title: 'This photo has too many pixels',
    advice: 'Reduce it first: 1024 pixels on the longer side is enough for a good result.',
    remedy: 'other-photo',
  },
  '3001': {
    title: 'No face found',
    advice: 'Try a photo in which the face is larger, brighter, or turned to the camera.',
    remedy: 'other-photo',
  },
  '3101': {
    title: 'The face is too small',
    advice: `The quality check needs at least ${QUALITY_LIMITS.size} by ${QUALITY_LIMITS.size} pixels.`,
    remedy: 'other-photo',
  },
  '3102': {
    title: 'The face is too dark',
    advice: `The quality check needs an illumination of at least ${QUALITY_LIMITS.illumination}.`,
    remedy: 'other-photo',
  },
  '3103': {
    title: 'The head is turned too far',
    advice: `The quality check accepts a yaw of up to ${QUALITY_LIMITS.yaw} degrees.`,
    remedy: 'other-photo',
  },
  '3201': {
    title: 'This URL is rejected',
    advice:
      'The service loads images from public http and https addresses only. Download the photo and drop it here instead.',
    remedy: 'other-photo',
  },
  '3202': {
    title: 'The photo could not be loaded',
    advice: 'The URL did not respond in time, or not with an image. Check it, or drop the file here instead.',
    remedy: 'other-photo',
  },
  '4001': {
    title: 'You have no API key',
    advice: 'Create one on your account page, then try again.',
    remedy: 'account',
  },
  '4002': {
    title: 'Your API key is no longer valid',
    advice: 'It may have been replaced in another window. Use the new one.',
    remedy: 'refresh',
  },
  '4003': {
    title: 'You have no plan yet',
    advice: 'Every call needs a plan. Choose one to continue.',
    remedy: 'plans',
  },
  '4004': { title: 'Your plan has ended', advice: 'Choose a plan to continue.', remedy: 'plans' },
  '4005': {
    title: 'This account is suspended',
    advice: 'Contact the operator of this service.',
    remedy: 'none',
  },
  '4291': {
    title: 'Too many calls at once',
    advice: 'Your plan allows fewer calls a second. Wait a moment, then try again.',
    remedy: 'wait',
  },
  '4292': {
    title: 'Your monthly quota is used up',
    advice: 'A larger plan takes effect immediately. Or wait for the next period.',
    remedy: 'plans',
  },
  '4294': {
    title: 'The free trial is used up for now',
    advice: 'Use an account with a plan of your own, or wait until the trial allows more calls.',
    remedy: 'sign-up',
  },
  '5000': {
    title: 'Something went wrong on the server',
    advice: 'It is logged under the request ID below. Try again.',
    remedy: 'try-again',
  },
  '5003': {
    title: 'The service is temporarily unavailable',
    advice: 'It is busy, or its database is unreachable. Try again shortly.',
    remedy: 'wait',
  },
  '5004': {
    title: 'The service took too long',
    advice: 'Try again, or send a smaller photo.',
    remedy: 'try-again',
  },
};

/** Undefined if there is no code, or if the message of the error is enough. */
export const failureMessage = ({ code = '' }: Failure): FailureMessage | undefined => MESSAGES[code];

/** The heading of a failure; its message says the rest. */
export function failureTitle(failure: Failure): string {
  const { kind, code, status = 0 } = failure;
  if (kind === 'offline') return 'You are offline';
  if (kind === 'timeout') return 'The service is taking too long';
  if (kind === 'unreachable') return 'The service cannot be reached';
  if (kind === 'lost-file') return 'This photo cannot be read';
  const title = failureMessage(failure)?.title;
  if (title !== undefined) return title;
  if (code === '4293') return 'Too many attempts';
  if (code?.startsWith('3') === true) return 'This photo cannot be used';
  if (status >= 500) return 'Something went wrong on the server';
  return 'That did not work';
}
