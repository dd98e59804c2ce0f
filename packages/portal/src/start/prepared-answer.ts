import { parseAnswer } from '@facet/client/answers';
import { readSeenFaces } from '../analysis/seen-face.js';
import answer from './sample-answer.json';
import photo from './sample-photo.jpg';
import type { Analysed, Picture } from './use-analysis.js';

const text = JSON.stringify(answer);
const seen = readSeenFaces(parseAnswer({ status: 200, headers: new Headers(), text }));

/** What the start page shows at first: a photo, and the answer of the service to it. A browser test compares it with a fresh answer. */
export const preparedPicture: Picture = {
  name: 'six-people.jpg',
  href: photo,
  size: seen.imageSize,
};

export const preparedAnswer: Analysed = {
  seen,
  text,
  millis: null,
};
