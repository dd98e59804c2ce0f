import type { Size } from '../geometry/box.js';

/**
 * Mid-grey neither lightens nor darkens a half-transparent face, and sets off dark and light hair alike. What is analysed
 * and what is redacted are flattened onto the same colour, so that nothing shows in a redacted picture that was not searched.
 */
export const BEHIND_TRANSPARENCY = '#808080';

/** Upright RGB pixels, 8 bits a channel, interleaved, row by row without padding. */
export interface Pixels extends Size {
  readonly data: Uint8Array;
}

/** The memory of a photo's pixels, to be moved from one thread to another. */
export const bufferOf = ({ pixels: { data } }: Photo): ArrayBuffer => data.buffer as ArrayBuffer;

/** A decoded photo: the pixels that the analysis works on, and the size of the photo they stand for. */
export interface Photo {
  /** No larger than the analysis needs; coordinates in it times `scale` are coordinates of the full image. */
  readonly pixels: Pixels;
  /** The full upright image, in pixels. */
  readonly size: Size;
  /** Full-image pixels per analysed pixel, for each axis. */
  readonly scale: { readonly x: number; readonly y: number };
}

/** A crop of `warp` (planes R, G, B of 0..255) as a PNG file, made by the host. */
export type EncodePng = (planes: Float32Array, size: Size) => Uint8Array | Promise<Uint8Array>;
