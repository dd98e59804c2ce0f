import type {
  Analysis,
  CallWork,
  FaceExtra,
  FaceSelection,
  FaceVector,
  FaceVectors,
  FrameFaceDetails,
  FrameFaceRequest,
  FrameTiming,
  Match,
  MeasuredFrame,
  NearFace,
  RedactionShape,
  StageTimings,
  VectorExtra,
} from '@facet/analysis/analysis.types.js';
import type { ComputedExtra } from '@facet/analysis/analysis/face-extras.js';
import type { Photo } from '@facet/analysis/image/pixels.js';
import type { RedactionStyle } from '@facet/analysis/image/redact-pixels.js';
import type { FrameFace } from '@facet/analysis/liveness/frame.js';

export interface CallOptions {
  /** Default: detect. A vector uses the first box only. */
  readonly faces?: FaceSelection;
  /** Cancels the call: a waiting one leaves the queue at once, a running one fails when its worker has stopped. */
  readonly signal?: AbortSignal;
  /** The limit of pixels (width times height) for this call, if it is lower than that of the engine. */
  readonly maxPixels?: number;
  readonly work?: CallWork;
}

/** A photo that is decoded but not analysed. Its pixels move to the worker that analyses it, so that it can be used once. */
export interface DecodedPhoto {
  readonly photo: Photo;
  readonly timings: StageTimings;
}

export type ImageInput = Uint8Array | DecodedPhoto;

export interface AnalyseOptions extends CallOptions {
  readonly extras?: readonly FaceExtra[];
  /** With the extra `vector`: how many faces get one, the first. Default: `MAX_VECTORS`. */
  readonly maxVectors?: number;
}

export interface VectorOptions extends CallOptions {
  readonly extras?: readonly VectorExtra[];
}

export interface VectorsOptions extends Omit<CallOptions, 'faces'> {
  /** At most this number of faces, the most prominent ones. */
  readonly maxFaces?: number;
  readonly extras?: readonly ComputedExtra[];
}

export interface RedactOptions extends CallOptions {
  /** Default: pixelate. */
  readonly style?: RedactionStyle | undefined;
  /** Default: rectangle. */
  readonly shape?: RedactionShape | undefined;
}

/** A photo whose faces cannot be recognised. */
export interface RedactedPhoto {
  /** The upright picture at full size without metadata. */
  readonly image: Uint8Array;
  /** PNG for a PNG, otherwise JPEG. */
  readonly format: 'jpeg' | 'png';
  /** How many faces were redacted. */
  readonly faces: number;
  readonly timings: StageTimings;
}

export interface MatchOptions {
  readonly firstFaces?: FaceSelection;
  readonly secondFaces?: FaceSelection;
  readonly signal?: AbortSignal;
  readonly maxPixels?: number;
}

export interface FrameOptions extends Omit<CallOptions, 'faces'> {
  /** The face to follow, if it is probably still near the same place. */
  readonly near?: NearFace;
}

export interface FrameFaceOptions extends Omit<CallOptions, 'faces'>, FrameFaceRequest {
  readonly face: Pick<FrameFace, 'box' | 'fivePoints'>;
}

/** How busy the engine is now. */
export interface EngineLoad {
  readonly workers: number;
  readonly running: number;
  readonly waiting: number;
  /** Workers that are still busy although their caller cancelled a while ago; they will soon be free or replaced. */
  readonly overdue: number;
  /** No worker can be started any more: every call fails until the engine is opened again. */
  readonly broken: boolean;
}

export interface Engine {
  /** Every face (up to `MAX_FACES`) with its landmarks, pose, age range and gender. No face is an empty list. */
  analyse(image: ImageInput, options?: AnalyseOptions): Promise<Analysis>;
  /** Decodes the image and checks the boxes, so that the images of a call can be rejected before any of them is analysed. */
  decode(image: Uint8Array, options?: CallOptions): Promise<DecodedPhoto>;
  /** The vector of the first face. No face is the error `no-face`. */
  vector(image: ImageInput, options?: VectorOptions): Promise<FaceVector>;
  /** The vectors of all faces (`MAX_COMPARED` by default, up to `MAX_FACES`), the most prominent first. No face is an empty list. */
  vectors(image: ImageInput, options?: VectorsOptions): Promise<FaceVectors>;
  /** The distance of the first faces of two images. An error's details say in `image` which one it is about (1 or 2). */
  match(first: Uint8Array, second: Uint8Array, options?: MatchOptions): Promise<Match>;
  /** The face of one frame of a liveness check. */
  measureFrame(image: Uint8Array, options?: FrameOptions): Promise<MeasuredFrame>;
  /** The vector and the spoof score of a face that `measureFrame` measured in the same frame. */
  describeFrameFace(image: Uint8Array, options: FrameFaceOptions): Promise<FrameFaceDetails & FrameTiming>;
  /** The photo with its faces made unrecognisable (up to `MAX_FACES`). A photo without a face comes back without metadata. */
  redact(image: Uint8Array, options?: RedactOptions): Promise<RedactedPhoto>;
  load(): EngineLoad;
  /** Finishes running calls, rejects waiting ones, and ends the workers. */
  close(): Promise<void>;
}
