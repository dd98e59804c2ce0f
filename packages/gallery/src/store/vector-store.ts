/** Receives a vector within the bound and returns the bound that applies from then on. */
export type Offer = (index: number, squared: number) => number;

/** Where the vectors are stored. Vectors are numbered from 0 without gaps. */
export interface VectorStore {
  readonly length: number;
  push(vector: Float32Array): void;
  /** Copies one vector into `into`. */
  read(index: number, into: Float32Array): void;
  /** Moves the last vector to this place, and shortens the store by one. */
  replaceByLast(index: number): void;
  /**
   * Offers every vector of `from` ≤ index < `to` whose squared distance to the query is at most the bound, with
   * that squared distance, exactly as `squaredDistance` gives it. The bound never rises.
   */
  scan(query: Float32Array, from: number, to: number, bound: number, offer: Offer): void;
}
