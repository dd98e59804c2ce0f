import { VECTOR_NORM } from '@facet/engine';

/** A vector of the service, the same for the same seed; those of different seeds are far apart. */
export function vectorOf(seed: number, turnedBy = 0): number[] {
  let state = (seed + 1) * 2_654_435_761;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const raw = Array.from({ length: 128 }, () => random() + random() + random() - 1.5);
  // A little of a fixed direction moves it a little.
  const turned = raw.map((value, n) => value + (n % 2 === 0 ? turnedBy : -turnedBy));
  const factor = VECTOR_NORM / Math.hypot(...turned);
  return Array.from(Float32Array.from(turned.map((value) => value * factor)));
}
