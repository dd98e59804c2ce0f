interface Reference {
  readonly seed: number;
  readonly male: number;
  readonly ageGroups: readonly number[];
}

/** Calibrated logits of the trained model for four patterns, from lab/training/attributes/reference.py (PyTorch). */
export const ATTRIBUTE_REFERENCE: readonly Reference[] = [
  {
    seed: 1,
    male: 0.27826,
    ageGroups: [-2.47887, -0.17046, 0.01627, 0.9823, -0.25224, -2.16224, -3.73199, -4.42176, -4.46373],
  },
  {
    seed: 2,
    male: -0.19031,
    ageGroups: [-3.75762, -2.00132, -0.18228, 1.75375, 0.33864, -1.68366, -3.46081, -3.80598, -3.31455],
  },
  {
    seed: 3,
    male: -0.37574,
    ageGroups: [-3.59922, -2.16734, -1.30806, 0.75763, 0.4163, -0.70736, -1.94842, -2.73505, -3.36052],
  },
  {
    seed: 4,
    male: -1.1176,
    ageGroups: [-3.22205, -1.5405, -0.61674, 1.14408, 0.36032, -0.98453, -2.23702, -3.27557, -4.21125],
  },
];
