import { CLUSTER_THRESHOLD } from '@facet/gallery/cluster';
import { distanceBetween } from '@facet/gallery/search';
import { reliabilityWarning } from '../../analysis/face-text.js';
import type { Photo } from '../photo/photo.js';
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

interface DemoGallery {
  readonly people: readonly DemoPerson[];
  /** Photos that nobody was enrolled from, with somebody in it who was enrolled from another: to search. */
  readonly toSearch: readonly Photo[];
}

/**
 * One vector for each person in the photos. A photo that shows somebody again is left to search, so that a search
 * compares different photos of a person, not a photo with itself.
 */
export function demoGallery(photos: readonly (AnalysedPhoto | null)[]): DemoGallery {
  const people: DemoPerson[] = [];
  const toSearch: Photo[] = [];
  for (const analysed of photos) {
    if (analysed === null) continue;
    const { photo, detection, model } = analysed;
    const faces = detection.faces.flatMap((face): EnrolledFace[] =>
      face.vector === null || reliabilityWarning(face) !== null
        ? []
        : [{ photo, box: face.box, image: detection.imageSize, vector: face.vector, model }],
    );
    if (faces.some((face) => people.some((known) => isSamePerson(known.face, face)))) {
      toSearch.push(photo);
      continue;
    }
    for (const face of faces) {
      const name = NAMES[people.length];
      if (name !== undefined) people.push({ name, face });
    }
  }
  return { people, toSearch };
}

/** Every face is compared with every other, as when a folder is sorted, so the same threshold applies. */
const isSamePerson = (a: EnrolledFace, b: EnrolledFace): boolean =>
  distanceBetween(a.vector, b.vector) < CLUSTER_THRESHOLD;
