import { describe, expect, it } from 'vitest';
import type { Box } from '../faces/box.js';
import { measureText, qualityMeasures, readFailedMeasures } from './quality-measures.js';
import { stripCells, vectorSummary } from './strip.js';

describe('the strip', () => {
  it('colours each number in relation to the strongest', () => {
    expect(stripCells([0.1, -0.2, 0])).toEqual([
      { index: 0, value: 0.1, sign: 'positive', strength: 0.5 },
      { index: 1, value: -0.2, sign: 'negative', strength: 1 },
      { index: 2, value: 0, sign: 'positive', strength: 0 },
    ]);
  });

  it('bears a vector of zeros', () => {
    expect(stripCells([0, 0]).map(({ strength }) => strength)).toEqual([0, 0]);
  });

  it('is told in words', () => {
    expect(vectorSummary([0.6, -0.8])).toBe(
      '2 numbers from -0.800 to 0.600; 1 are positive, 1 negative; their length is 1.000.',
    );
  });
});

describe('the quality gate', () => {
  const box: Box = [0, 0, 40, 90];
  const data = {
    attribute: 'Image size',
    failed: [
      { attribute: 'Image size', error: 'Face too Small', value: 40, threshold: 60 },
      { attribute: 'Lighting', error: 'Low Illumination', value: 31.25, threshold: 70 },
    ],
  };

  it('shows what was measured of what failed, and that the rest passed', () => {
    const failed = readFailedMeasures('3101', data);
    expect(failed).toHaveLength(2);
    const measures = qualityMeasures(box, { failed: failed ?? [] });
    expect(measures.map(({ name, value, met }) => [name, value, met])).toEqual([
      ['Size', 40, false],
      ['Illumination', 31.25, false],
      ['Yaw', null, true],
    ]);
    expect(measures.map(measureText)).toEqual([
      '40 pixels, wanted at least 60 pixels',
      '31.3 of 255, wanted at least 70 of 255',
      'passed: at most 50 degrees',
    ]);
  });

  it('knows of other errors nothing', () => {
    expect(readFailedMeasures('3001', data)).toBeNull();
    expect(readFailedMeasures('3101', {})).toBeNull();
  });

  it('tells a pass, and that nobody asked', () => {
    expect(qualityMeasures(box, 'passed').map(({ met }) => met)).toEqual([true, true, true]);
    expect(qualityMeasures(box, 'not-asked').map(({ met, value }) => [met, value])).toEqual([
      [null, 40],
      [null, null],
      [null, null],
    ]);
  });
});
