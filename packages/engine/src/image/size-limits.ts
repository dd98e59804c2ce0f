import { EngineError } from '../errors.js';
import type { Size } from '../geometry/box.js';
import type { DecodeLimits } from './decode-limits.js';

export function refuseTooManyBytes(bytes: number, limits: DecodeLimits): void {
  if (bytes > limits.bytes) throw new EngineError('image-too-many-bytes', { bytes, limit: limits.bytes });
}

/** Sizes come from the header: whether it tells the truth does not matter to what it would cost to believe it. */
export function refuseTooManyPixels({ width, height }: Size, limits: DecodeLimits): void {
  refuseAbove('side', limits.side, Math.max(width, height), { width, height });
  refuseAbove('pixels', limits.pixels, width * height, { width, height });
}

/** For files that the decoder must hold whole before it can give the first row. */
export function refuseTooMuchHeld(size: Size, heldBytes: number, limits: DecodeLimits): void {
  refuseAbove('held-bytes', limits.heldBytes, heldBytes, size);
}

function refuseAbove(measure: string, limit: number, measured: number, { width, height }: Size): void {
  if (measured > limit) throw new EngineError('image-too-many-pixels', { width, height, measure, limit });
}
