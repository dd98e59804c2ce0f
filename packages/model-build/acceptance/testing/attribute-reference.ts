interface Reference {
  readonly seed: number;
  readonly male: number;
  readonly ageGroups: readonly number[];
}

/** Calibrated logits of the trained net for four patterns, from training/attributes/reference.py (PyTorch). */
export const ATTRIBUTE_REFERENCE: readonly Reference[] = [
  {
    seed: 1,
    male: -3.59963,
    ageGroups: [-0.9691, 0.45025, 2.00371, 3.13884, 1.51563, -0.99268, -2.66926, -4.35176, -4.94298],
  },
  {
    seed: 2,
    male: -3.89068,
    ageGroups: [-1.42436, -0.31493, 1.5676, 3.61319, 1.78134, -0.98491, -2.70132, -3.95689, -4.30451],
  },
  {
    seed: 3,
    male: -3.36401,
    ageGroups: [-0.80998, 0.0547, 1.65656, 2.84629, 1.27899, -0.82199, -2.37416, -3.7584, -4.34891],
  },
  {
    seed: 4,
    male: -2.49432,
    ageGroups: [-2.28095, -0.3696, 1.5977, 2.69124, 1.83011, 0.34369, -1.39077, -3.1954, -3.9294],
  },
];
