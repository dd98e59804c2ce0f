import type { ScratchBuffer } from '../image/scratch-buffer.js';
import type { Photo } from '../image/pixels.js';
import type { Nets } from './nets.js';

/** What a thread brings to every call. */
export interface Tools {
  readonly nets: Nets;
  /** Holds the photo of the call; one call at a time. */
  readonly scratch: ScratchBuffer;
  readonly decode: (file: Uint8Array) => Promise<Photo>;
}
