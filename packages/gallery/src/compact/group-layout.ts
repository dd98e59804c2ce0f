import { DIMENSIONS } from '../vector.js';

/**
 * How four vectors lie side by side in the memory that the scan reads, in the order in which it reads:
 *
 *   4 × f32   squares: the squared length of each vector
 *   4 × f32   error bounds: how much the codes may be off (see `encode-vector.ts`)
 *   4 × f32   scales: what one step of a code is worth
 *   8 steps   of 4 × 16 bytes: for each vector 16 codes
 *
 * The scan itself (`packages/wasm/assembly/scan-kernel.ts`) repeats these numbers: change both.
 */
export const GROUP = 4;
const CODES_PER_STEP = 16;
export const STEPS = DIMENSIONS / CODES_PER_STEP;
export const SQUARES_OFFSET = 0;
export const ERROR_BOUNDS_OFFSET = 16;
export const SCALES_OFFSET = 32;
const CODES_OFFSET = 48;
export const STEP_BYTES = GROUP * CODES_PER_STEP;
export const GROUP_BYTES = CODES_OFFSET + STEPS * STEP_BYTES;

/** Where the code of a number lies within its group. */
export const codeOffset = (place: number, dimension: number): number =>
  CODES_OFFSET + (dimension >> 4) * STEP_BYTES + place * CODES_PER_STEP + (dimension & 15);
