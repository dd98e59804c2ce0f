import type { Failure } from '../../api/failure.js';
import { failureTitle, failureWords, type Remedy } from '../../api/failure-words.js';
import { durationText } from '../api/allowance.js';

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  readonly remedy: Remedy;
  /** Seconds after which trying again makes sense. */
  readonly waitSeconds: number | null;
}

export function explainFailure(failure: Failure): Explanation {
  const waitSeconds = failure.retryAfterSeconds ?? null;
  const words = failureWords(failure);
  if (words === undefined) {
    const advice = `${failure.message} ${NO_ANSWER[failure.kind]}`.trim();
    return { title: failureTitle(failure), advice, remedy: 'try-again', waitSeconds };
  }
  const { title, advice, remedy } = words;
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
