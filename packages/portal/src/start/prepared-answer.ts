import { readSeenFaces } from '../analysis/seen-face.js';
import answer from './sample-answer.json';
import photo from './sample-photo.jpg';
import type { Analysed, Picture } from './use-analysis.js';

/** What visitors see before they do anything: a photo, and what the service answered for it. A browser test asks again. */
export const preparedPicture: Picture = {
  name: 'six-people.jpg',
  href: photo,
  size: readSeenFaces(answer.data).imageSize,
};

export const preparedAnswer: Analysed = {
  seen: readSeenFaces(answer.data),
  text: JSON.stringify(answer),
  millis: null,
};
