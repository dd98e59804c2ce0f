export interface Counts {
  readonly people: number;
  readonly templates: number;
}

/** Where what is read from a file goes. */
export interface GallerySink {
  add(id: string, template: Float32Array, meta: string | undefined): void;
  counts(): Counts;
}
