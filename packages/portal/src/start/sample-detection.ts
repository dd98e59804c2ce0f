import { readDetection } from '../playground/api/answer-shapes.js';
import type { Detection } from '../playground/faces/face.js';
import answer from './sample-answer.json';

/** The photo that the answer is about, where the service has it. */
export const SAMPLE_PHOTO = '/samples/3.jpg';

/** What /get_image_attr answered for that photo: visitors have no user id to ask with. A browser test asks again. */
export const sampleDetection = (): Detection => readDetection(answer);
