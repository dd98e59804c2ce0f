export const DIMENSIONS = 128;
/** The length of Facet's vectors. */
const LENGTH = 0.437;
/** How far apart two photos of one person are in the middle, measured on LFW. */
const SAME_PERSON_DISTANCE = 0.358;

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

export interface Distribution {
  readonly name: string;
  /** The length of what all vectors share, as a part of theirs. */
  readonly shared: number;
  /** How unevenly the rest spreads over the dimensions: from 1 + slope of the mean variance down to 1 − slope. */
  readonly slope: number;
}

/** The worst case: nothing in common, no direction preferred. */
export const RANDOM: Distribution = { name: 'random', shared: 0, slope: 0 };
/**
 * As vectors of faces lie: two people of LFW are 0.617 apart with a deviation of 0.029, which a spread over effectively
 * 117 of 128 dimensions gives. They share nothing, because the mean is subtracted.
 */
export const LIKE_FACES: Distribution = { name: 'like faces', shared: 0, slope: 0.53 };

/** Makes vectors of different people. */
export class VectorSource {
  readonly #shared: Float32Array;
  readonly #deviations: Float32Array;
  #spare = NaN;

  constructor(
    distribution: Distribution,
    readonly random: () => number,
  ) {
    this.#shared = new Float32Array(DIMENSIONS);
    for (let i = 0; i < DIMENSIONS; i++) this.#shared[i] = this.#gauss();
    scale(this.#shared, distribution.shared);
    const deviation = Math.sqrt((1 - distribution.shared ** 2) / DIMENSIONS);
    this.#deviations = Float32Array.from(
      { length: DIMENSIONS },
      (_, i) => deviation * Math.sqrt(1 + distribution.slope * (1 - (2 * i) / (DIMENSIONS - 1))),
    );
  }

  newPerson(into: Float32Array): Float32Array {
    for (let i = 0; i < DIMENSIONS; i++) {
      into[i] = (this.#shared[i] ?? 0) + (this.#deviations[i] ?? 0) * this.#gauss();
    }
    return scale(into, LENGTH);
  }

  /** Another photo of the person of this vector, at a share of the usual distance. */
  again(vector: Float32Array, share = 1): Float32Array {
    const noise = scale(
      vector.map(() => this.#gauss()),
      SAME_PERSON_DISTANCE * share,
    );
    return scale(
      vector.map((value, i) => value + (noise[i] ?? 0)),
      LENGTH,
    );
  }

  /** Two at a time, as the polar method gives them. */
  #gauss(): number {
    if (!Number.isNaN(this.#spare)) {
      const spare = this.#spare;
      this.#spare = NaN;
      return spare;
    }
    for (;;) {
      const x = 2 * this.random() - 1;
      const y = 2 * this.random() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = y * factor;
      return x * factor;
    }
  }
}

function scale(vector: Float32Array, length: number): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const factor = squares > 0 ? length / Math.sqrt(squares) : 0;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * factor;
  return vector;
}
