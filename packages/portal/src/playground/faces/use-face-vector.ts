import { readVector, type Vector } from '../api/read-answers.js';
import { vectorRequest } from '../api/requests.js';
import type { CallState } from '../api/use-call.js';
import { useRun } from '../api/use-run.js';
import type { Photo } from '../photo/photo.js';
import type { Face } from './face.js';

export interface KnownVector {
  readonly vector: Vector | null;
  /** The call for a face that the analysis gave no vector, because it was not among the first ones. */
  readonly state: CallState<Vector>;
  readonly run: () => void;
}

/** The vector of a face: known from the analysis of its photo, or asked for when somebody wants it. */
export function useFaceVector(photo: Photo | null, face: Face | null): KnownVector {
  const missing = photo !== null && face !== null && face.vector === null;
  const request = missing ? vectorRequest({ image: photo.source, box: face.box }, false) : null;
  const { state, run } = useRun(request, readVector);
  return { vector: face?.vector ?? (state.status === 'done' ? state.data : null), state, run };
}
