import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BUILDERS } from './builders.js';
import type { ModelName } from './builders.js';
import { loadFiles } from './testing/weights.test.fixture.js';

const MODELS = Object.keys(BUILDERS) as ModelName[];

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.each(MODELS)('the builder of %s', (name) => {
  const { sources, build } = BUILDERS[name];

  it('gives the same bytes each time', async () => {
    const files = await loadFiles(...sources);
    expect(sha256(build(files))).toBe(sha256(build(files)));
  });

  it('names a source that is not given', () => {
    expect(() => build(new Map())).toThrow(
      expect.objectContaining({ code: 'model-missing', details: { file: sources[0] } }),
    );
  });
});
