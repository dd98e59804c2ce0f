import type { ChosenFace } from '../../analysis/request.js';
import { useFaceVector, type KnownVector } from '../faces/face-calls.js';
import { useSlot, type PhotoSlot } from '../faces/use-slot.js';

/** One of the two photos of a match, and the face in it that is compared. */
export interface Side extends PhotoSlot {
  readonly label: string;
  readonly known: KnownVector;
}

export function useSide(name: 'first' | 'second', label: string): Side {
  const slot = useSlot(name);
  return { ...slot, label, known: useFaceVector(slot.photo, slot.face) };
}

export const chosenFace = ({ photo, face }: Side): ChosenFace | null =>
  photo === null || face === null ? null : { image: photo.source, box: face.box };
