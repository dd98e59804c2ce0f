/** Made by `npm run bench:calibrate -- recognition`; vector.ts says what the numbers mean. */
export const VECTOR_MODEL = 'sface-00000000';
export const UNIT_DISTANCE_AT_MATCH = 1.128;
// prettier-ignore
export const MEAN_EMBEDDING: readonly number[] = [
];
