import {
  bothImages,
  distance,
  EngineError,
  MAX_COMPARED,
  MAX_FACES,
  MAX_VECTORS,
  VECTOR_NORM,
  VECTOR_MODEL,
  type AnalyseOptions,
  type Analysis,
  type AttributedFace,
  type CallOptions,
  type DecodedPhoto,
  type ImageInput,
  type Engine,
  type FaceVector,
  type RedactOptions,
  type VectorOptions,
  type VectorsOptions,
} from '@facet/engine';
import { setTimeout as sleep } from 'node:timers/promises';

export const GOOD_QUALITY = {
  size: { width: 100, height: 100 },
  illumination: 120,
  yaw: 3,
  evenness: 0.9,
  sharpness: 0.55,
  score: 0.875,
};

/** An engine without models, for tests of everything around it: its result follows from the first byte of the "image". */
export class FakeEngine implements Engine {
  /** Milliseconds that each call takes. */
  delayMs = 0;
  /** Calls do not end before this. */
  gate: Promise<unknown> | null = null;
  running = 0;
  mostRunning = 0;
  aborted = 0;
  finished = 0;
  throws: Error | null = null;
  /** The extras that the last call asked for. */
  askedFor: readonly string[] = [];
  /** What was begun, in its order. */
  readonly begun: ('analyse' | 'vector' | 'vectors' | 'redact')[] = [];
  /** The limit of pixels that the last call brought. */
  maxPixels: number | undefined;
  /** And that of decoding. */
  decodeMs: number | undefined;
  /** The limits of decoding that images brought which were decoded before their analysis, in their order. */
  readonly decodeLimits: (number | undefined)[] = [];
  quality = GOOD_QUALITY;
  broken = false;
  overdue = 0;

  async analyse(input: ImageInput, options: AnalyseOptions = {}): Promise<Analysis> {
    await this.#work('analyse', options);
    const image = fileOf(input);
    const { extras = [] } = options;
    this.askedFor = extras;
    const face = { ...FACE, ...(extras.includes('vector') && { vector: VECTOR }) };
    const { maxVectors = MAX_VECTORS } = options;
    const maxFaces = options.faces?.kind === 'detect' ? (options.faces.maxFaces ?? MAX_FACES) : 1;
    const faces = Array.from({ length: Math.min(facesOf(image), maxFaces) }, (_, n) =>
      n < maxVectors ? face : FACE,
    );
    return { imageSize: { width: 640, height: 480 }, faces, timings: TIMINGS };
  }

  decode(image: Uint8Array, { work }: CallOptions = {}): Promise<DecodedPhoto> {
    this.decodeLimits.push(work?.decodeMs);
    if (isBroken(image)) return Promise.reject(new EngineError('image-unreadable'));
    const pixels = { data: image, width: 640, height: 480 };
    return Promise.resolve({
      photo: { pixels, size: { width: 640, height: 480 }, scale: { x: 1, y: 1 } },
      timings: {},
    });
  }

  async vector(input: ImageInput, options: VectorOptions = {}): Promise<FaceVector> {
    await this.#work('vector', options);
    this.askedFor = options.extras ?? [];
    const image = fileOf(input);
    if (isFaceless(image)) throw new EngineError('no-face');
    return this.#faceVector(image, this.askedFor);
  }

  async vectors(input: ImageInput, options: VectorsOptions = {}): ReturnType<Engine['vectors']> {
    await this.#work('vectors', options);
    const image = fileOf(input);
    const count = Math.min(facesOf(image), options.maxFaces ?? MAX_COMPARED);
    return {
      faces: Array.from({ length: count }, () => this.#faceVector(image, options.extras ?? [])),
      timings: TIMINGS,
    };
  }

  async match(first: Uint8Array, second: Uint8Array, options: CallOptions = {}): ReturnType<Engine['match']> {
    const [a, b] = await bothImages(
      () => this.vector(first, options),
      () => this.vector(second, options),
    );
    const apart = distance(a.vector, b.vector);
    return { distance: apart, isMatch: apart < 0.5, first: a, second: b };
  }

  measureFrame(): never {
    throw new Error('The fake engine measures no frames.');
  }

  describeFrameFace(): never {
    throw new Error('The fake engine measures no frames.');
  }

  async redact(image: Uint8Array, options: RedactOptions = {}): ReturnType<Engine['redact']> {
    await this.#work('redact', options);
    const format = image[0] === 0x89 ? 'png' : 'jpeg';
    return { image: new Uint8Array([1, 2, 3]), format, faces: isFaceless(image) ? 0 : 1, timings: TIMINGS };
  }

  load(): ReturnType<Engine['load']> {
    return { workers: 1, running: this.running, waiting: 0, overdue: this.overdue, broken: this.broken };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #faceVector(image: Uint8Array, extras: readonly string[]): FaceVector {
    return {
      imageSize: { width: 640, height: 480 },
      face: FACE,
      vector: isOther(image) ? OTHER_VECTOR : VECTOR,
      model: VECTOR_MODEL,
      ...(extras.some((name) => ['quality', 'enrolment'].includes(name)) && { quality: this.quality }),
      timings: TIMINGS,
    };
  }

  async #work(what: FakeEngine['begun'][number], { signal, maxPixels, work }: CallOptions): Promise<void> {
    this.begun.push(what);
    this.maxPixels = maxPixels;
    this.decodeMs = work?.decodeMs;
    this.running++;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      if (this.delayMs > 0) await sleep(this.delayMs, undefined, signal === undefined ? {} : { signal });
      await this.gate;
      if (this.throws !== null) throw this.throws;
      this.finished++;
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      this.aborted++;
      throw new EngineError('aborted');
    } finally {
      this.running--;
    }
  }
}

/** Stand-ins for files: the fake engine looks at the first byte only. */
export const FACE_IMAGE = Buffer.from('F: a file that shows a face, as far as this engine is concerned');
/** Shows a face that is a quarter away from the first. */
export const OTHER_FACE_IMAGE = Buffer.from('G: a file that shows another face');
const OTHER_DISTANCE = 0.25;
export const FACELESS_IMAGE = Buffer.from('N: a file that shows none');

/** Cannot be decoded. */
export const BROKEN_IMAGE = Buffer.from('B: a file that is damaged');

const isBroken = (image: Uint8Array): boolean => image[0] === 'B'.charCodeAt(0);

const fileOf = (input: ImageInput): Uint8Array =>
  input instanceof Uint8Array ? input : input.photo.pixels.data;

const isFaceless = (image: Uint8Array): boolean => image[0] === 'N'.charCodeAt(0);

/** Shows so many faces. */
export const crowdOf = (faces: number): Buffer =>
  Buffer.from(`C${String.fromCharCode(faces)}: a file that shows a crowd`);
const facesOf = (image: Uint8Array): number =>
  isFaceless(image) ? 0 : image[0] === 'C'.charCodeAt(0) ? (image[1] ?? 0) : 1;

const isOther = (image: Uint8Array): boolean => image[0] === 'G'.charCodeAt(0);

/** Half of the numbers are 0, so that two of them can be at right angles. */
const directed = (along: number, across: number): Float32Array => {
  const numbers = Array.from({ length: 64 }, (_, n) => Math.sin(n + 1));
  const factor = VECTOR_NORM / Math.hypot(...numbers);
  return Float32Array.from(
    [along, across].flatMap((share) => numbers.map((number) => number * factor * share)),
  );
};

const VECTOR = directed(1, 0);
const ANGLE = 2 * Math.asin(OTHER_DISTANCE / (2 * VECTOR_NORM));
const OTHER_VECTOR = directed(Math.cos(ANGLE), Math.sin(ANGLE));

const TIMINGS = { queue: 1, decode: 2, detect: 3, landmarks: 4, vector: 5 };

const FACE: AttributedFace = {
  box: { x1: 100.4, y1: 80.6, x2: 220.2, y2: 230.9 },
  landmarks: Array.from({ length: 68 }, (_, n) => ({ x: 100.4 + n, y: 90.6 + n })),
  pose: { yaw: 3, pitch: 0, roll: 0 },
  confidence: 0.99,
  ageYears: 31,
  ageRange: '20-40',
  ageProbability: 0.87654321,
  gender: 'female',
  genderConfidence: 0.98765,
};
