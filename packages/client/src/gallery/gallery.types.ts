import type { FaceVector } from './vector.js';

export interface SearchOptions {
  /** How many people at most; 1 unless told, up to 1,000. */
  readonly k?: number;
  /** Only people nearer than this; 0.5 unless told, `Infinity` for no limit. */
  readonly threshold?: number;
}

export interface CancellableSearchOptions extends SearchOptions {
  readonly signal?: AbortSignal;
}

/** A person found, by the nearest of their templates. */
export interface Hit<Meta = unknown> {
  readonly id: string;
  readonly distance: number;
  /** What was given with the person's latest enrolment that had a meta value; a copy. */
  readonly meta?: Meta;
}

/** A person in a gallery. */
export interface Person<Meta = unknown> {
  readonly id: string;
  readonly meta?: Meta;
  /** How many templates the person has. */
  readonly templates: number;
}

/** What the gallery in memory and the gallery in PostgreSQL have in common: `await` fits both. */
export interface AnyGallery<Meta = unknown> {
  enrol(id: string, vector: FaceVector, meta?: Meta): void | Promise<void>;
  search(vector: FaceVector, options?: SearchOptions): Hit<Meta>[] | Promise<Hit<Meta>[]>;
  remove(id: string): boolean | Promise<boolean>;
}
