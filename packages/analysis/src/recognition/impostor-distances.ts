/** Made by `npm run bench:calibrate -- recognition`, together with the same table in the gallery. */
/**
 * Of the pairs of different people, which share is nearer than a distance; what is not measured is extrapolated.
 * From 1,197,943 pairs.
 */
export const IMPOSTOR_DISTANCES: readonly {
  readonly share: number;
  readonly distance: number;
  readonly measured: boolean;
}[] = [
  { share: 1e-10, distance: 0.3641, measured: false },
  { share: 1e-9, distance: 0.3863, measured: false },
  { share: 1e-8, distance: 0.4085, measured: false },
  { share: 1e-7, distance: 0.4307, measured: false },
  { share: 0.000001, distance: 0.4529, measured: false },
  { share: 0.00001, distance: 0.4762, measured: true },
  { share: 0.0001, distance: 0.4975, measured: true },
  { share: 0.001, distance: 0.5205, measured: true },
  { share: 0.01, distance: 0.547, measured: true },
  { share: 0.1, distance: 0.5806, measured: true },
  { share: 0.5, distance: 0.6188, measured: true },
  { share: 1, distance: 0.9, measured: true },
];
