import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from './generated-files.js';
import { OPERATIONS } from '../generated/api-values.js';
import { BLENDSHAPE_NAMES, LANDMARK_NAMES } from '../read-attributes.js';

describe('the generated files', () => {
  it('are what the OpenAPI document says (else: npm run client:types)', async () => {
    for (const [file, text] of await generatedFiles())
      expect(await readFile(file, 'utf8'), file.pathname).toBe(text);
  });

  it('names the operations and the 68 landmarks of the specification', () => {
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
});
