/** Made by `npm run bench:calibrate -- recognition`; search-threshold.ts says how the numbers are used. */
export const VECTOR_MODEL = 'sface-00000000';

/**
 * Of the pairs of different people, which share is nearer than a distance; what is not measured is extrapolated.
 */
export const IMPOSTOR_DISTANCES: readonly {
  readonly share: number;
  readonly distance: number;
  readonly measured: boolean;
}[] = [
  { share: 1e-10, distance: 0.3675, measured: false },
  { share: 1e-6, distance: 0.4543, measured: false },
  { share: 0.00001, distance: 0.4775, measured: true },
  { share: 0.001, distance: 0.52, measured: true },
  { share: 1, distance: 0.9, measured: true },
];
