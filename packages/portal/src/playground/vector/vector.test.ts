import { describe, expect, it } from 'vitest';
import type { Box } from '../../analysis/box.js';
import { NEUTRAL } from '../../analysis/responses.test.fixture.js';
import type { FaceDetails } from '../../analysis/face.js';
import { measureText, qualityMeasures } from './quality-meters.js';
import { stripCells, vectorSummary } from './vector-strip.js';

describe('the strip', () => {
  it('colours each number in relation to the strongest', () => {
    expect(stripCells([0.1, -0.2, 0])).toEqual([
      { index: 0, value: 0.1, sign: 'positive', strength: 0.5 },
      { index: 1, value: -0.2, sign: 'negative', strength: 1 },
      { index: 2, value: 0, sign: 'positive', strength: 0 },
    ]);
  });

  it('handles a vector of zeros', () => {
    expect(stripCells([0, 0]).map(({ strength }) => strength)).toEqual([0, 0]);
  });

  it('has a summary as text', () => {
    expect(vectorSummary([0.6, -0.8])).toBe(
      '2 numbers from -0.800 to 0.600; 1 are positive, 1 negative; length 1.000.',
    );
  });
});

describe('the quality check', () => {
  const box: Box = [0, 0, 40, 90];
  const details: FaceDetails = {
    ageYears: 30,
    confidence: 0.9,
    yaw: -12.34,
    pitch: 0,
    roll: 0,
    qualityScore: 0.2,
    sharpness: 0.5,
    illumination: 31.25,
    failed: [
      { attribute: 'Image size', value: 40, threshold: 60 },
      { attribute: 'Lighting', value: 31.25, threshold: 70 },
    ],
    evenness: 0.7,
    expression: NEUTRAL,
    others: {},
  };

  it('shows the measures, and which of them the service found insufficient', () => {
    const measures = qualityMeasures(box, details);
    expect(measures.map(({ name, value, met }) => [name, value, met])).toEqual([
      ['Size', 40, false],
      ['Illumination', 31.25, false],
      ['Yaw', 12.34, true],
    ]);
    expect(measures.map(measureText)).toEqual([
      '40 pixels (at least 60)',
      '31.3 of 255 (at least 70)',
      '12.3 degrees (at most 50)',
    ]);
  });

  it('takes the judgement from the service', () => {
    expect(qualityMeasures(box, { ...details, failed: [] }).map(({ met }) => met)).toEqual([
      true,
      true,
      true,
    ]);
  });
});
