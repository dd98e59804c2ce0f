import type { ChosenFace } from '../../analysis/request.js';
import { useFaceVector, type KnownVector } from '../faces/face-calls.js';
import { useMoreVectors, type MoreVectors } from '../faces/more-vectors.js';
import { useSlot, type PhotoSlot } from '../faces/use-slot.js';

/** One of the two photos of a match, and the face in it that is compared. */
export interface Side extends PhotoSlot {
  readonly label: string;
  readonly known: KnownVector;
  /** The vectors of its other faces. */
  readonly more: MoreVectors;
}

export function useSide(name: 'first' | 'second', label: string): Side {
  const slot = useSlot(name);
  const more = useMoreVectors(slot.photo, slot.detection);
  const known = useFaceVector(slot.photo, slot.face);
  const given = slot.face === null ? undefined : more.found.get(slot.face.id)?.vector;
  return { ...slot, label, more, known: given === undefined ? known : { ...known, vector: given } };
}

export const chosenFace = ({ photo, face }: Side): ChosenFace | null =>
  photo === null || face === null ? null : { image: photo.source, box: face.box };
