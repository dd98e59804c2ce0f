import type { EnrolFaceResponse, SearchFacesResponse, VerifyPersonResponse } from './generated/api-types.js';
import type { Box } from './box.js';
import type { ResultMeta } from './results.js';

export interface Collection {
  readonly id: string;
  readonly people: number;
  readonly faces: number;
  /** The model that made the vectors; null while there are none. */
  readonly model: string | null;
  /** How near a face must be to identify somebody; it falls as the collection grows. */
  readonly threshold: number;
  readonly createdAt: Date;
}

/** Numbers of collections, people and faces. */
export interface CollectionCounts<Count = number> {
  readonly collections: Count;
  readonly people: Count;
  readonly faces: Count;
}

export interface CollectionList {
  readonly collections: readonly Collection[];
  /** What the account has in all of them. */
  readonly used: CollectionCounts;
  /** What its plan allows; null: without a limit. */
  readonly limits: CollectionCounts<number | null>;
}

export interface Person {
  readonly id: string;
  readonly displayName: string | null;
  /** As it was given; null without. */
  readonly metadata: unknown;
  readonly consent: string | null;
  readonly expiresAt: Date | null;
  /** How many faces the person has. */
  readonly faces: number;
  readonly createdAt: Date;
}

export interface PeoplePage {
  readonly people: readonly Person[];
  /** The `after` of the next page; null on the last one. */
  readonly next: string | null;
}

export interface EnrolledFace {
  readonly id: string;
  readonly createdAt: Date;
}

/** A person and the ids of their faces. */
export interface PersonWithFaces {
  readonly person: Person;
  readonly faces: readonly EnrolledFace[];
}

/** Somebody who looks like a face. */
export interface CollectionMatch {
  readonly person: string;
  readonly displayName: string | null;
  readonly collection: string;
  /** Euclidean distance, 0 to 0.9. */
  readonly distance: number;
  /** How often somebody who is not enrolled would be at least as near to anybody in a collection of this size. */
  readonly falseMatchRate: number;
}

export interface EnrolResult {
  /** The id of the face. */
  readonly face: string;
  readonly person: string;
  /** False if the person had this very face already. */
  readonly isNew: boolean;
  /** Other people who look the same: perhaps the same person under another id. */
  readonly duplicates: readonly CollectionMatch[];
  /** Undefined for a stored vector. */
  readonly box?: Box;
  readonly meta: ResultMeta;
  readonly raw: EnrolFaceResponse;
}

export interface SearchedFace {
  /** Undefined for a stored vector. */
  readonly box?: Box;
  /** Whether somebody is nearer than the threshold. */
  readonly isIdentified: boolean;
  /** The people nearer than the threshold, nearest first. */
  readonly matches: readonly CollectionMatch[];
}

export interface CollectionSearchResult {
  /** One, or with `all` each face of the image. */
  readonly faces: readonly SearchedFace[];
  /** How near a person had to be. */
  readonly threshold: number;
  readonly meta: ResultMeta;
  readonly raw: SearchFacesResponse;
}

export interface VerifyResult {
  /** The face is nearer than the threshold to one of the person's faces. */
  readonly isVerified: boolean;
  /** To the nearest of the person's faces. */
  readonly distance: number;
  /** How often somebody else would be at least as near. */
  readonly falseMatchRate: number;
  readonly threshold: number;
  /** Undefined for a stored vector. */
  readonly box?: Box;
  readonly meta: ResultMeta;
  readonly raw: VerifyPersonResponse;
}
