import type { ChosenFace } from '../../analysis/request.js';
import type { CallState } from '../api/use-call.js';
import type { Detection, Face } from '../../analysis/face.js';
import { useFaceSelection, type FaceSelection } from '../faces/selection.js';
import { useAnalysis, useFaceVector, type KnownVector } from '../faces/face-calls.js';
import type { Photo } from '../photo/photo.js';
import { usePhotoPicker, type PhotoPicker } from '../photo/use-photo-picker.js';
import { usePlayground } from '../playground-state.js';

/** One of the two photos of a match, and the face in it that is compared. */
export interface Side {
  readonly name: 'first' | 'second';
  readonly label: string;
  readonly photo: Photo | null;
  readonly state: CallState<Detection>;
  readonly retry: () => void;
  readonly selection: FaceSelection;
  readonly picker: PhotoPicker;
  readonly detection: Detection | null;
  readonly face: Face | null;
  readonly known: KnownVector;
}

export function useSide(name: Side['name'], label: string): Side {
  const { slots, setPhoto } = usePlayground();
  const { photo, faceId } = slots[name];
  const [state, retry] = useAnalysis(photo);
  const selection = useFaceSelection(name);
  const picker = usePhotoPicker(([given]) => {
    if (given !== undefined) setPhoto(name, given);
  });
  const detection = state.status === 'done' ? state.data : null;
  const face = detection?.faces.find(({ id }) => id === faceId) ?? null;
  return {
    name,
    label,
    photo,
    state,
    retry,
    selection,
    picker,
    detection,
    face,
    known: useFaceVector(photo, face),
  };
}

export const chosenFace = ({ photo, face }: Side): ChosenFace | null =>
  photo === null || face === null ? null : { image: photo.source, box: face.box };
