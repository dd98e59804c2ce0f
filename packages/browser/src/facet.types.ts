import type { TrackedFace } from '@facet/analysis/analysis/track-faces.js';
import type { ComputedExtra } from '@facet/analysis/analysis/face-extras.js';
import type {
  Analysis,
  FaceSelection,
  FaceVector,
  Match,
  RedactionShape,
} from '@facet/analysis/analysis.types.js';
import type { Size } from '@facet/analysis/geometry/box.js';
import type { RedactionStyle } from '@facet/analysis/image/redact-pixels.js';

export interface FacetOptions {
  /** The folder of the model files: `/models/` of a Facet server, or a copy on any host. */
  readonly models: string | URL;
  /** Closes everything when it is aborted. */
  readonly signal?: AbortSignal;
  /** Is called while a model loads; the first call that needs a model waits for it. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Default: up to four where the page is cross-origin isolated; elsewhere there is one. */
  readonly threads?: number;
}

export interface LoadProgress {
  readonly model: string;
  readonly loadedBytes: number;
  readonly totalBytes: number;
}

export interface CallOptions {
  /** Default: detect. A vector uses the first box only. */
  readonly faces?: FaceSelection;
  readonly signal?: AbortSignal;
}

/** What `analyse` adds to each face on request; each of them costs time, and may load a model. */
export type FaceExtra = ComputedExtra | 'vector' | 'spoofScore';

export interface AnalyseOptions extends CallOptions {
  readonly extras?: readonly FaceExtra[];
}

export interface VectorOptions extends CallOptions {
  readonly extras?: readonly ComputedExtra[];
}

export interface MatchOptions {
  readonly firstFaces?: FaceSelection;
  readonly secondFaces?: FaceSelection;
  readonly signal?: AbortSignal;
}

export interface RedactOptions extends CallOptions {
  /** Default: pixelate. */
  readonly style?: RedactionStyle;
  /** Default: rectangle. */
  readonly shape?: RedactionShape;
}

export interface RedactedImage {
  /** A PNG for a PNG, else a JPEG: upright, opaque, without metadata. */
  readonly image: Blob;
  /** How many faces were redacted. */
  readonly faces: number;
}

export interface TrackOptions {
  /** At most this many faces, the most prominent ones. Default: 4. With 1, a face that enters later is ignored. */
  readonly maxFaces?: number;
  /** Whether each face comes with its expression. */
  readonly expression?: boolean;
  /** Ends the tracking, as `stop` does. */
  readonly signal?: AbortSignal;
}

/** The faces in one frame of a video. */
export interface TrackedFaces {
  readonly imageSize: Size;
  readonly faces: readonly TrackedFace[];
  /** Of the frame: when it was shown, in milliseconds of `performance.now()`. */
  readonly timeMs: number;
}

export interface Tracking {
  stop(): void;
  /** Resolves when the tracking has been stopped, rejects when it failed. */
  readonly ended: Promise<void>;
}

/** The analysis, in a worker of its own. Images are whatever `createImageBitmap` takes: Blob, image, video, canvas … */
export interface Facet {
  /** Every face with its landmarks, pose, age range and gender. No face is an empty list. */
  analyse(image: ImageBitmapSource, options?: AnalyseOptions): Promise<Analysis>;
  /** The vector of the first face. No face is the error `no-face`. */
  vector(image: ImageBitmapSource, options?: VectorOptions): Promise<FaceVector>;
  /** The distance of the first faces of two images. An error's details say in `image` which one it is about (1 or 2). */
  match(first: ImageBitmapSource, second: ImageBitmapSource, options?: MatchOptions): Promise<Match>;
  /** The image with every face, or those of the boxes, made unrecognisable. */
  redact(image: ImageBitmapSource, options?: RedactOptions): Promise<RedactedImage>;
  /** The faces of a video, frame by frame; a frame that comes while another is analysed is left out. */
  track(video: HTMLVideoElement, onResult: (faces: TrackedFaces) => void, options?: TrackOptions): Tracking;
  /** Ends the worker; calls that are still running fail. */
  close(): void;
}
