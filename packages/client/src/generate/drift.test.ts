import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { API_TYPES_FILE, expectedApiTypes } from './api-types-file.js';
import { BLENDSHAPE_NAMES, LANDMARK_NAMES, OPERATIONS } from '../api-types.js';

describe('api-types.ts', () => {
  it('is what the OpenAPI document says (else: node packages/client/dist/generate/write-api-types.js)', async () => {
    expect(await readFile(API_TYPES_FILE, 'utf8')).toBe(await expectedApiTypes());
  });

  it('names the four operations and the 68 landmarks of the specification', () => {
    const paths = Object.values(OPERATIONS).map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('/collections'))).toEqual([
      '/match_faces',
      '/compare_faces',
      '/get_image_attr',
      '/get_face_vec',
    ]);
    expect(new Set(LANDMARK_NAMES).size).toBe(68);
    expect(LANDMARK_NAMES[8]).toBe('chin');
    expect(LANDMARK_NAMES[67]).toBe('LowerLipPoint3');
    expect(new Set(BLENDSHAPE_NAMES).size).toBe(51);
    expect(BLENDSHAPE_NAMES).toContain('mouthPucker');
  });
});
