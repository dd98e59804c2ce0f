/** Receives a template within the bound and returns the bound that applies from then on. */
export type Offer = (index: number, squared: number) => number;

/** Where the vectors are stored. Templates are numbered from 0 without gaps. */
export interface TemplateStore {
  readonly length: number;
  push(template: Float32Array): void;
  /** Copies one template into `into`. */
  read(index: number, into: Float32Array): void;
  /** Moves the last template to this place, and shortens the store by one. */
  replaceByLast(index: number): void;
  /**
   * Offers every template of `from` ≤ index < `to` whose squared distance to the query is at most the bound, with
   * that squared distance, exactly as `squaredDistance` gives it. The bound never rises.
   */
  scan(query: Float32Array, from: number, to: number, bound: number, offer: Offer): void;
}
