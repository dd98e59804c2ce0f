import type { Quality } from './quality.types.js';

/** Rises linearly from 0 at `none` to 1 at `full`, and is constant beyond. */
const ramp = (value: number, none: number, full: number): number =>
  Math.min(1, Math.max(0, (value - none) / (full - none)));

/**
 * How good the weakest measure is, because the best light does not make up for a face of twenty pixels. Each is 1 in
 * a good portrait, and 0 where nothing can be recognised. It describes a photo; it does not predict distances of vectors.
 */
export const qualityScore = (
  { size, illumination, yaw, evenness, sharpness }: Omit<Quality, 'score'>,
  pitch: number,
): number =>
  Math.min(
    ramp(Math.min(size.width, size.height), 16, 112),
    ramp(illumination, 10, 90),
    ramp(illumination, 250, 200),
    ramp(yaw, 90, 15),
    ramp(Math.abs(pitch), 75, 20),
    ramp(evenness, 0, 0.6),
    ramp(sharpness, 0.1, 0.45),
  );
