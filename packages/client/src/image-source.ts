/** An image that is read when it is needed, such as `fileImage(path)` of `@facet/client/files`. */
export interface ImageReader {
  /** Reads the image from the start. The signal stops it, and more than `maxBytes` need not be read. */
  readonly readImage: (limits: { readonly maxBytes: number; readonly signal: AbortSignal }) => Promise<Blob>;
}

/** Says outright what a string is, where it could be several things. */
export type NamedImage =
  | { readonly url: string | URL }
  /** Base64, plain or as a `data:` URL. */
  | { readonly base64: string }
  /** A file of this machine (Node, Deno and Bun). */
  | { readonly path: string | URL };

/**
 * An image in any form. A string is a URL (`https:`, `http:`, `data:`, `file:`), the Base64 of an image, or else a path.
 * A Node `Buffer` is a `Uint8Array`; a Node stream is an `AsyncIterable`. Streams are read to their end before
 * the call is sent.
 */
export type ImageSource =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | ImageReader
  | NamedImage;

/**
 * A vector that was stored, in place of an image: such as the result of `client.vector()`. Its `model` is checked by the
 * service where it is given; otherwise the caller is responsible for it.
 */
export interface StoredVector {
  readonly vector: ArrayLike<number>;
  readonly model?: string | undefined;
}

export const isStoredVector = (source: ImageSource | StoredVector): source is StoredVector =>
  // Callers without types pass anything.
  typeof source === 'object' && (source as unknown) !== null && 'vector' in source;

/** How an image travels: its bytes, or a string that the service understands. A stored vector travels as numbers. */
export type PreparedImage = SentImage | { readonly as: 'vector'; readonly numbers: readonly number[] };
export type SentImage =
  { readonly as: 'bytes'; readonly blob: Blob } | { readonly as: 'text'; readonly text: string };
