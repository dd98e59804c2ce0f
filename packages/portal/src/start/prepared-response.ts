import { parseResponse } from '@facet/client/responses';
import { readPhoto } from '../analysis/reading-order.js';
import sampleResponse from './sample-response.json';
import samplePhoto from './sample-photo.jpg';

const text = JSON.stringify(sampleResponse);

/** What the start page shows first: a photo and the service's response to it. A browser test compares it with a fresh response. */
export const PREPARED = {
  name: 'six-people.jpg',
  href: samplePhoto,
  text,
  detection: readPhoto(parseResponse({ status: 200, headers: new Headers(), text })),
} as const;
