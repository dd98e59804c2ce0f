import { expect, it } from 'vitest';
import { OPERATIONS } from './generated/api-values.js';
import { BLENDSHAPE_NAMES, LANDMARK_NAMES } from './read-attributes.js';

it('the generated values name the operations and the 68 landmarks of the specification', () => {
  const paths = Object.values(OPERATIONS).map(({ path }) => path);
  expect(paths.filter((path) => !path.startsWith('/collections'))).toEqual([
    '/match_faces',
    '/compare_faces',
    '/get_image_attr',
    '/get_face_vec',
    '/redact',
    '/liveness_session',
    '/check_liveness',
  ]);
  expect(new Set(LANDMARK_NAMES).size).toBe(68);
  expect(LANDMARK_NAMES[8]).toBe('chin');
  expect(LANDMARK_NAMES[67]).toBe('LowerLipPoint3');
  expect(new Set(BLENDSHAPE_NAMES).size).toBe(51);
  expect(BLENDSHAPE_NAMES).toContain('mouthPucker');
});
