import { MAX_FACES } from '@facet/engine';
import { expect, it } from 'vitest';
import { faceCountNumber } from './shared-options.js';

it('takes as many faces as the engine gives, and no more', () => {
  expect(faceCountNumber(String(MAX_FACES))).toBe(MAX_FACES);
  expect(() => faceCountNumber(String(MAX_FACES + 1))).toThrow(`from 1 to ${MAX_FACES}`);
});
