import type { Highlight } from './use-highlight.js';

/** Which faces of a photo stand out, and how that changes. */
export interface FaceMarks extends Highlight {
  readonly chosen: number | null;
  readonly onChoose: (faceId: number) => void;
}
