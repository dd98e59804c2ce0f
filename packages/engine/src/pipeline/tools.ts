import type { ScratchBuffer } from '../image/scratch-buffer.js';
import type { Photo } from '../image/pixels.js';
import type { Nets } from './nets.js';
import type { WorkBudget } from './work-budget.js';

/** What a thread brings to a call. */
export interface Tools {
  readonly nets: Nets;
  /** Holds the photo of the call; one call at a time. */
  readonly scratch: ScratchBuffer;
  /** What the call may cost; decoding counts itself. */
  readonly budget: WorkBudget;
  readonly decode: (file: Uint8Array) => Promise<Photo>;
}
