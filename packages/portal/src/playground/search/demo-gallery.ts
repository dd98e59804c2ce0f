import { reliabilityWarning } from '../../analysis/face-text.js';
import { distanceBetween, MATCH_THRESHOLD } from '@facet/gallery/search';
import type { EnrolledFace } from './stored-vector.js';
import type { AnalysedPhoto } from './photo-series.js';

/** Each costs a call, so the demo uses only a few. */
export const MAX_DEMO_PHOTOS = 8;

/** Gender-neutral names. */
const NAMES = [
  ...['Alex', 'Blair', 'Casey', 'Devon', 'Eden', 'Finley', 'Gray', 'Harper', 'Indigo', 'Jamie', 'Kai', 'Lee'],
  ...['Morgan', 'Noa', 'Oakley', 'Parker', 'Quinn', 'Robin', 'Sam', 'Taylor', 'Uma', 'Val', 'Wren', 'Zion'],
];

interface DemoPerson {
  readonly name: string;
  readonly face: EnrolledFace;
}

/** One vector for each person in the photos: someone in several photos can then be found in the others. */
export function demoPeople(photos: readonly (AnalysedPhoto | null)[]): DemoPerson[] {
  const people: DemoPerson[] = [];
  for (const analysed of photos) {
    if (analysed === null) continue;
    const { photo, detection, model } = analysed;
    for (const face of detection.faces) {
      const { vector, box } = face;
      if (vector === null || reliabilityWarning(face) !== null) continue;
      const isKnown = people.some(
        ({ face: known }) => distanceBetween(known.vector, vector) < MATCH_THRESHOLD,
      );
      const name = NAMES[people.length];
      if (isKnown || name === undefined) continue;
      people.push({ name, face: { photo, box, image: detection.imageSize, vector, model } });
    }
  }
  return people;
}
