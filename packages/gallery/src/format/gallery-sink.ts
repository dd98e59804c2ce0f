export interface Counts {
  readonly people: number;
  readonly templates: number;
}

/** Where what is read from a file goes. */
export interface GallerySink {
  /** The model of the vectors that follow. Called first, unless there are no vectors. */
  settle(model: string): void;
  add(id: string, template: Float32Array, meta: string | undefined): void;
  counts(): Counts;
}
