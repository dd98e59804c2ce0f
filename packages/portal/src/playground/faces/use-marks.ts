import { useWorkbench, type SlotName } from '../workbench.js';
import type { FaceMarks } from './face-marks.js';
import { useHighlight } from './use-highlight.js';

/** Highlight and choice of the faces of a slot, shared by its photo and its rows. */
export function useMarks(name: SlotName): FaceMarks {
  const { slots, chooseFace } = useWorkbench();
  return {
    ...useHighlight(),
    chosen: slots[name].faceId,
    onChoose: (faceId) => {
      chooseFace(name, faceId);
    },
  };
}
