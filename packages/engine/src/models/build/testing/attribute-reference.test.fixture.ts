interface Reference {
  readonly seed: number;
  readonly male: number;
  readonly ageGroups: readonly number[];
}

/** Calibrated logits of the trained net for four patterns, from training/attributes/reference.py (PyTorch). */
export const ATTRIBUTE_REFERENCE: readonly Reference[] = [
  {
    seed: 1,
    male: -1.88898,
    ageGroups: [-0.25748, 0.92857, 1.30438, 2.2965, 0.7589, -1.36241, -2.86994, -3.72119, -4.09841],
  },
  {
    seed: 2,
    male: -2.4107,
    ageGroups: [-1.51741, -0.24831, 1.57317, 3.20421, 1.35603, -1.01668, -2.51835, -3.25628, -3.56243],
  },
  {
    seed: 3,
    male: -2.26862,
    ageGroups: [-2.3091, -0.65227, 1.53023, 3.30183, 1.75019, -0.31377, -1.95256, -2.93978, -3.48533],
  },
  {
    seed: 4,
    male: -2.50217,
    ageGroups: [-2.12019, -0.31426, 1.25173, 2.98158, 1.65382, -0.11897, -1.81526, -2.92233, -3.54757],
  },
];
