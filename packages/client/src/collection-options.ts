import type { CallOptions, RequestOptions, VectorOptions } from './face-options.js';

/** What is known about a person; on a change, what is left out stays as it is, and `null` removes it. */
export interface PersonFields {
  /** How to call the person in results. */
  readonly displayName?: string | null | undefined;
  /** Any JSON value of up to 1,024 bytes. */
  readonly metadata?: unknown;
  /** Your reference to the consent that the person gave. */
  readonly consent?: string | null | undefined;
  /** When the person and their faces are deleted. */
  readonly expiresAt?: Date | string | null | undefined;
}

export interface PeopleOptions extends RequestOptions {
  /** Only people whose id begins with this. */
  readonly prefix?: string | undefined;
}

export interface PeoplePageOptions extends PeopleOptions {
  /** Where the page begins: `next` of the page before. */
  readonly after?: string | undefined;
  /** How many people at most: 1 to 1,000. Default: 100. */
  readonly limit?: number | undefined;
}

export interface EnrolOptions extends CallOptions, Pick<VectorOptions, 'box'> {
  /** As in `vector`, but the default is `'enrolment'`. Without effect on a stored vector. */
  readonly quality?: VectorOptions['quality'];
}

export interface VerifyOptions extends CallOptions, Pick<VectorOptions, 'box'> {}

export interface SearchOptions extends VerifyOptions {
  /** Every face of the image, the 12 most prominent at most; each person is found once. */
  readonly all?: boolean | undefined;
  /** How many people for each face: 1 to 100. Default: 5. */
  readonly maxResults?: number | undefined;
  /** Only people nearer than this, in place of the threshold by the size of the collection. */
  readonly threshold?: number | undefined;
  /** More collections to search, up to 7. */
  readonly also?: readonly string[] | undefined;
}
