import type { Box } from '../../analysis/box.js';
import type { Vector } from '../../analysis/face.js';

/** A face of a photo, as much of it as sorting needs. */
export interface FoundFace {
  /** Of the model that this page expects. */
  readonly vector: Vector;
  /** A small picture of the face as a data: address; null where the browser cannot make one. */
  readonly thumbnail: string | null;
}

export interface PhotoFaces {
  readonly faces: readonly FoundFace[];
  /** Faces with too few pixels to tell people apart. */
  readonly small: number;
  /** Faces whose vectors need another call, with these boxes. */
  readonly more: readonly Box[];
}

/** Where the faces of a photo and their vectors come from. */
export interface FaceSource {
  /** The calls that one photo takes, or one list of boxes. */
  readonly callsPerPhoto: number;
  /** How many boxes `facesOf` takes at once. */
  readonly boxesPerCall: number;
  /** The faces of a photo, or only those at the boxes. Throws a FailedCall, or an AbortError when the signal aborts. */
  readonly facesOf: (file: File, boxes: readonly Box[] | null, signal: AbortSignal) => Promise<PhotoFaces>;
}
