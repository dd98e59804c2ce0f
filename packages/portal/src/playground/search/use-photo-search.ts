import { VECTOR_MODEL } from '@facet/gallery/search';
import type { Detection, Face } from '../../analysis/face.js';
import { responseHeaders } from '../../analysis/send.js';
import type { CallState } from '../api/use-call.js';
import { useMoreVectors, type MoreVectors } from '../faces/more-vectors.js';
import type { Photo } from '../photo/photo.js';
import type { Person } from './gallery.js';
import { searchFaces, type FaceSearch, type FaceVector } from './nearest.js';

export interface SearchedFace {
  readonly face: Face;
  readonly vector: FaceVector;
  /** null: its vector was made by another model than this page expects. */
  readonly search: FaceSearch | null;
}

export interface PhotoSearch {
  readonly faces: readonly SearchedFace[];
  /** The other faces of the photo, which need further calls. */
  readonly more: MoreVectors;
  /** The service uses another model than this page expects. */
  readonly isStale: boolean;
}

/** Which of the enrolled people are in a photo. */
export function usePhotoSearch(
  photo: Photo | null,
  state: CallState<Detection>,
  people: readonly Person[],
): PhotoSearch {
  const detection = photo !== null && state.status === 'done' ? state.data : null;
  const model = state.status === 'done' ? (responseHeaders(state.exchange).model ?? '') : '';
  const more = useMoreVectors(photo, detection);
  const known = (detection?.faces ?? []).flatMap((face) => {
    const vector = face.vector === null ? more.found.get(face.id) : { vector: face.vector, model };
    return vector === undefined ? [] : [{ face, vector }];
  });
  const searches = searchFaces(
    known.map(({ vector }) => (vector.model === VECTOR_MODEL ? vector : null)),
    people,
  );
  return {
    faces: known.map((one, n) => ({ ...one, search: searches[n] ?? null })),
    more,
    isStale: known.some(({ vector }) => vector.model !== VECTOR_MODEL),
  };
}
