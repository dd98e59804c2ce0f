import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../src/build-model.js';
import { ConversionError } from '../src/conversion-error.js';
import { MODEL_NAMES, MODEL_SOURCES } from '../src/recipes.js';
import { loadFiles } from './testing/weights.js';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.each(MODEL_NAMES)('the model %s', (model) => {
  const sources = MODEL_SOURCES[model];

  it('is built to the same bytes each time', async () => {
    const files = await loadFiles(...sources);
    expect(sha256(buildModel(model, files))).toBe(sha256(buildModel(model, files)));
  });

  it.each(sources)('cannot be built without %s, and the error names that file', async (absent) => {
    const files = new Map(await loadFiles(...sources));
    files.delete(absent);
    const build = (): Uint8Array => buildModel(model, files);
    expect(build).toThrow(ConversionError);
    expect(build).toThrow(`its source ${absent} was not given`);
  });
});
