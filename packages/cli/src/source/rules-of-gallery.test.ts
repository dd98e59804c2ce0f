import { confidenceOf, falseMatchRate, MATCH_THRESHOLD, VECTOR_MODEL } from '@facet/engine';
import {
  MATCH_THRESHOLD as GALLERY_THRESHOLD,
  searchThreshold,
  similarityOf,
  VECTOR_MODEL as GALLERY_MODEL,
} from '@facet/gallery/search';
import { describe, expect, it } from 'vitest';

/** The gallery imports no other package, so it has these rules of the engine once more. Here both can be imported. */
describe('the engine and the gallery', () => {
  it('have the same model and match threshold', () => {
    expect(GALLERY_MODEL).toBe(VECTOR_MODEL);
    expect(GALLERY_THRESHOLD).toBe(MATCH_THRESHOLD);
  });

  it('state the same false match rate for a distance', () => {
    for (let distance = 0.365; distance < 0.9; distance += 0.001) {
      const searched = { vectors: 1, model: GALLERY_MODEL };
      const { falsePositiveRate } = searchThreshold(searched, { threshold: distance });
      expect(falseMatchRate(distance) / (falsePositiveRate ?? NaN)).toBeCloseTo(1, 6);
    }
  });

  it('state the same similarity for a distance', () => {
    for (let distance = 0; distance <= 0.9; distance += 0.01)
      expect(similarityOf(distance)).toBeCloseTo(100 * confidenceOf(distance), 9);
  });
});
