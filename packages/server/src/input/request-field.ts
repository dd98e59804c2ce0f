import type { TextBytes } from './text-bytes.js';

/** A field of a request's body that an operation wants. */
export type RequestField =
  | { readonly name: string; readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly name: string; readonly kind: 'text'; readonly text: TextBytes }
  /** A JSON array. Its strings are texts; everything else is as it was sent. Items are taken out as they are used. */
  | { readonly name: string; readonly kind: 'list'; readonly items: unknown[] };
