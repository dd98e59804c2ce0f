import { checkOptions, kindOf } from './caller-input.js';
import { GalleryError } from './gallery-error.js';
import { hasModel, type FaceVector } from './vector.js';

export const MAX_MODEL_BYTES = 64;
const MODEL_NAME = /^[\x21-\x7e]{1,64}$/;

export interface ModelOptions {
  /** The model of the vectors that are given as plain numbers. Vectors that bring their model need none. */
  readonly model?: string;
}

/** Keeps the vectors of one gallery to one model: distances between those of different models mean nothing. */
export class GalleryModel {
  readonly #given: string | undefined;
  #name: string | undefined;

  constructor(options: ModelOptions = {}) {
    const { model } = checkOptions(options);
    if (model !== undefined) checkModel(model);
    this.#given = model;
    this.#name = model;
  }

  /** The model of all vectors in the gallery; undefined until it is known. */
  get name(): string | undefined {
    return this.#name;
  }

  /** The model of a vector that is about to be enrolled or searched for; throws if it is not that of the gallery. */
  of(vector: FaceVector): string {
    const model = hasModel(vector) ? vector.model : this.#given;
    if (model === undefined) throw new GalleryError('model-missing');
    checkModel(model);
    if (this.#name !== undefined && model !== this.#name) {
      throw new GalleryError('model-differs', `the vector: ${model}, the gallery: ${this.#name}`);
    }
    return model;
  }

  /** Fixes the model with the first vectors that are kept. */
  settle(model: string): void {
    if (this.#name !== undefined && model !== this.#name) {
      throw new GalleryError('model-differs', `expected: ${this.#name}, the gallery: ${model}`);
    }
    this.#name = model;
  }
}

export function checkModel(model: unknown): asserts model is string {
  if (typeof model !== 'string' || !MODEL_NAME.test(model)) {
    throw new GalleryError('model-invalid', typeof model === 'string' ? model.slice(0, 80) : kindOf(model));
  }
}
