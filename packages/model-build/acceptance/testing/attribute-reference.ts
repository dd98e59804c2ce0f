interface Reference {
  readonly seed: number;
  readonly male: number;
  readonly ageGroups: readonly number[];
}

/** Calibrated logits of the trained net for four patterns, from training/attributes/reference.py (PyTorch). */
export const ATTRIBUTE_REFERENCE: readonly Reference[] = [
  {
    seed: 1,
    male: -1.83821,
    ageGroups: [0.75776, 0.57052, 0.51825, 1.40156, 0.07677, -2.24643, -3.94333, -5.1158, -5.53271],
  },
  {
    seed: 2,
    male: -2.06278,
    ageGroups: [-0.5331, 0.19274, 0.52327, 1.98101, 0.6081, -1.99803, -4.07358, -5.39686, -5.55172],
  },
  {
    seed: 3,
    male: -3.18147,
    ageGroups: [-2.58421, -0.42353, 0.81534, 2.52862, 1.0347, -1.28489, -3.2234, -4.6756, -5.4346],
  },
  {
    seed: 4,
    male: -3.46837,
    ageGroups: [-3.56323, -0.96077, 0.67128, 2.61697, 1.09999, -0.95034, -2.55054, -3.85057, -4.92363],
  },
];
