import type { Detection, Face } from '../../analysis/face.js';
import { useHighlight, type Highlight } from '../../analysis/highlight.js';
import type { CallState } from '../api/use-call.js';
import type { Photo } from '../photo/photo.js';
import { usePhotoPicker, type PhotoPicker } from '../photo/use-photo-picker.js';
import { usePlayground, type SlotName } from '../playground-state.js';
import { useAnalysis } from './face-calls.js';

/** Which faces of a photo are highlighted and chosen. */
export interface FaceSelection extends Highlight {
  readonly chosen: number | null;
  readonly onChoose: (faceId: number) => void;
}

/** The photo in a slot, its analysis, and the selection that the photo and its list share. */
export interface PhotoSlot {
  readonly name: SlotName;
  readonly photo: Photo | null;
  readonly state: CallState<Detection>;
  readonly retry: () => void;
  readonly selection: FaceSelection;
  readonly picker: PhotoPicker;
  /** null: not analysed yet. */
  readonly detection: Detection | null;
  /** The chosen face. */
  readonly face: Face | null;
}

interface SlotOptions {
  readonly retryOnRateLimit?: boolean;
  /** Which photos are sent to the service; absent: all. */
  readonly isSent?: (photo: Photo) => boolean;
}

export function useSlot(name: SlotName, options: SlotOptions = {}): PhotoSlot {
  const { slots, setPhoto, chooseFace } = usePlayground();
  const { photo, faceId: chosenId } = slots[name];
  const { isSent = () => true } = options;
  const [state, retry] = useAnalysis(photo !== null && isSent(photo) ? photo : null, options);
  const highlight = useHighlight();
  const picker = usePhotoPicker(([given]) => {
    if (given !== undefined) setPhoto(name, given);
  });
  const detection = state.status === 'done' ? state.data : null;
  const faceId = chosenId ?? detection?.prominent ?? 0;
  const selection = {
    ...highlight,
    chosen: faceId,
    onChoose: (chosen: number) => {
      chooseFace(name, chosen);
    },
  };
  const face = detection?.faces.find(({ id }) => id === faceId) ?? null;
  return { name, photo, state, retry, selection, picker, detection, face };
}
