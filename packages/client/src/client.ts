import { callBatch, callOperation, callPlain, callWith } from './call.js';
import { readSettings, type FacetClientOptions, type Settings } from './client-options.js';
import { Collections } from './collections.js';
import type {
  AttributesOptions,
  MatchOptions,
  PairOptions,
  RedactOptions,
  VectorOptions,
} from './face-options.js';
import { attributesQuery, matchQuery, pairQuery, redactQuery, vectorQuery } from './queries.js';
import {
  checkBody,
  modelOfExpected,
  sessionBody,
  type CheckLivenessOptions,
  type LivenessFrame,
  type LivenessSessionOptions,
} from './liveness-check.js';
import type { LivenessResult, LivenessSession } from './liveness-results.js';
import type { FacetServiceError } from './service-errors.js';
import type { ImageSource, StoredVector } from './image-source.js';
import {
  attributesResult,
  batchResults,
  compareResult,
  livenessResult,
  matchResult,
  redactResult,
  sessionResult,
  vectorResult,
} from './read-results.js';
import type { AttributesResult, CompareResult, MatchResult, RedactResult, VectorResult } from './results.js';

/** The operations of the service. Every failure is a `FacetError`. One client serves any number of calls at once. */
export class FacetClient {
  readonly #settings: Settings;
  /** People that the service remembers, where its operator has turned that on. */
  readonly collections: Collections;

  constructor(options: FacetClientOptions) {
    this.#settings = readSettings(options);
    this.collections = new Collections(this.#settings);
  }

  /** The distance of two faces, and whether they are the same person. Either may be a vector that was stored. */
  async match(
    first: ImageSource | StoredVector,
    second: ImageSource | StoredVector,
    options: MatchOptions = {},
  ): Promise<MatchResult> {
    const query = matchQuery(options);
    const call = { operation: 'matchFaces', images: [first, second], query, options } as const;
    return matchResult(await callOperation(call, this.#settings));
  }

  /**
   * The same comparison as a confidence.
   * @deprecated Use `match`; the service announces the end of this operation.
   */
  async compare(first: ImageSource, second: ImageSource, options: PairOptions = {}): Promise<CompareResult> {
    const query = pairQuery(options);
    const call = { operation: 'compareFaces', images: [first, second], query, options } as const;
    return compareResult(await callOperation(call, this.#settings));
  }

  /** Every face of an image with box, age, gender and landmarks. An image without a face gives no faces. */
  async attributes(image: ImageSource, options: AttributesOptions = {}): Promise<AttributesResult> {
    const query = attributesQuery(options);
    const call = { operation: 'getImageAttr', images: [image], query, options } as const;
    return attributesResult(await callOperation(call, this.#settings));
  }

  /**
   * Up to 32 images in one request, each counted as a call of its own. The results are in the order of the images: what
   * `attributes` would give, or the error that it would throw.
   */
  async attributesOfEach(
    images: readonly ImageSource[],
    options: AttributesOptions = {},
  ): Promise<(AttributesResult | FacetServiceError)[]> {
    const query = attributesQuery(options);
    const call = { operation: 'getImageAttr', images, query, options } as const;
    return batchResults(await callBatch(call, this.#settings), attributesResult);
  }

  /** Up to 32 images in one request, as `attributesOfEach`. */
  async vectorOfEach(
    images: readonly ImageSource[],
    options: VectorOptions = {},
  ): Promise<(VectorResult | FacetServiceError)[]> {
    const query = vectorQuery(options);
    const call = { operation: 'getFaceVec', images, query, options } as const;
    return batchResults(await callBatch(call, this.#settings), vectorResult);
  }

  /** The image with its faces (at most the 40 most prominent) made unrecognisable, without metadata. */
  async redact(image: ImageSource, options: RedactOptions = {}): Promise<RedactResult> {
    const query = redactQuery(options);
    const call = { operation: 'redact', images: [image], query, options } as const;
    return redactResult(await callOperation(call, this.#settings));
  }

  /** The 128 numbers of a face. */
  async vector(image: ImageSource, options: VectorOptions = {}): Promise<VectorResult> {
    const query = vectorQuery(options);
    const call = { operation: 'getFaceVec', images: [image], query, options } as const;
    return vectorResult(await callOperation(call, this.#settings));
  }

  /** Movements that a person has to make before the camera, for one `checkLiveness`. */
  async livenessSession(options: LivenessSessionOptions = {}): Promise<LivenessSession> {
    const target = { operation: 'openLivenessSession', options } as const;
    return sessionResult(await callPlain(target, this.#settings, sessionBody(options)));
  }

  /** Whether the frames (2 to 24) show one person, in one take, who makes the movements of the session. */
  async checkLiveness(
    session: string,
    frames: readonly LivenessFrame[],
    options: CheckLivenessOptions = {},
  ): Promise<LivenessResult> {
    const query = { return_vector: options.returnVector === true ? '1' : undefined };
    const target = { operation: 'checkLiveness', query, options } as const;
    const model = modelOfExpected(options);
    return livenessResult(
      await callWith(target, this.#settings, (limits) => checkBody(session, frames, options, limits), model),
    );
  }
}
