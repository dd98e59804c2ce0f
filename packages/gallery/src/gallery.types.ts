import type { SearchThreshold, ThresholdOptions } from './search/search-threshold.js';

export interface SearchOptions extends ThresholdOptions {
  /** How many people at most; default 1, at most 1,000. */
  readonly k?: number;
}

export interface CancellableSearchOptions extends SearchOptions {
  readonly signal?: AbortSignal;
}

/** A person found, by the nearest of their vectors. */
export interface Hit<Meta = unknown> {
  readonly id: string;
  readonly distance: number;
  /** What was given with the person's latest enrolment that had a meta value; a copy. */
  readonly meta?: Meta;
}

/** Who was found, and how near they had to be. */
export interface SearchResult<Meta = unknown> extends SearchThreshold {
  /** The nearest first; empty where nobody is near enough. */
  readonly hits: readonly Hit<Meta>[];
}

/** A person in a gallery. */
export interface Person<Meta = unknown> {
  readonly id: string;
  readonly meta?: Meta;
  /** How many vectors the person has. */
  readonly vectors: number;
}
