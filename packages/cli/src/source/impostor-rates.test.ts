import { searchThreshold, VECTOR_MODEL as CLIENT_MODEL } from '@facet/gallery';
import { falseMatchRate, VECTOR_MODEL } from '@facet/engine';
import { expect, it } from 'vitest';

/** The client knows no other package, so it has the measured distances once more. Here both can be seen. */
it('the engine and the client state the same false match rate of a distance', () => {
  expect(CLIENT_MODEL).toBe(VECTOR_MODEL);
  for (let distance = 0.365; distance < 0.9; distance += 0.001) {
    const { strangerRate } = searchThreshold({ templates: 1, model: CLIENT_MODEL }, { threshold: distance });
    expect(falseMatchRate(distance) / (strangerRate ?? NaN)).toBeCloseTo(1, 6);
  }
});
