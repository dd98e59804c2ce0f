export interface Counts {
  readonly people: number;
  readonly templates: number;
}

/** Where what is read from a file goes. */
export interface GallerySink {
  /** The model of the vectors to come; told first, unless there are none. */
  settle(model: string): void;
  add(id: string, template: Float32Array, meta: string | undefined): void;
  counts(): Counts;
}
