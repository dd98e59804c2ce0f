import { kindOf } from './caller-input.js';
import { GalleryError } from './gallery-error.js';

/** How many numbers a face vector has. */
export const DIMENSIONS = 128;
/** Facet's vectors have a length of less than 0.5; far beyond that, sums in float32 would lose their meaning. */
const MAX_LENGTH = 1000;
const MIN_LENGTH = 1e-6;

/** A vector and the model that made it, as `client.vector()` and the engine return it. */
export interface ModelVector {
  readonly vector: ArrayLike<number>;
  readonly model: string;
}

/** The vector of a face: with its model, or 128 plain numbers if the gallery was created with their model. */
export type FaceVector = ModelVector | ArrayLike<number>;

/** Callers without types may pass anything; what is not an object is rejected here. */
export function hasModel(vector: FaceVector): vector is ModelVector {
  if (typeof vector !== 'object' || (vector as unknown) === null)
    throw new GalleryError('vector-invalid', `it is ${kindOf(vector)}`);
  return 'model' in vector;
}

/** Checks a vector from outside and copies it as float32, the precision in which galleries keep vectors. */
export function checkedVector(given: FaceVector): Float32Array {
  const vector = hasModel(given) ? given.vector : given;
  if (typeof vector !== 'object' || (vector as unknown) === null || vector.length !== DIMENSIONS)
    throw new GalleryError(
      'vector-invalid',
      `it has ${(vector as ArrayLike<number> | null | undefined)?.length ?? 'no'} numbers`,
    );
  const floats = toFloats(vector);
  const length = Math.sqrt(squaredLength(floats));
  // A length that is not a number fails both comparisons.
  if (!(length >= MIN_LENGTH && length <= MAX_LENGTH)) {
    throw new GalleryError('vector-invalid', `its length is ${length}`);
  }
  return floats;
}

/** Values such as 1n or symbols cannot become numbers at all. */
function toFloats(vector: ArrayLike<number>): Float32Array {
  try {
    return new Float32Array(vector);
  } catch (cause) {
    throw new GalleryError('vector-invalid', 'it holds values that are not numbers', { cause });
  }
}

export function squaredLength(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const value = vector[i] ?? 0;
    sum += value * value;
  }
  return sum;
}

/** The square of the Euclidean distance, summed in double precision from the first number to the last. */
export function squaredDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    sum += difference * difference;
  }
  return sum;
}
