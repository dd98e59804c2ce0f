/** Made by `npm run bench:calibrate`: see correct-68.ts. */
export const LANDMARK_OFFSETS: readonly (readonly [readonly number[], readonly number[]])[] = [];
