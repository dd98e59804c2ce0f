import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../packages/model-build/src/build-model.js';
import { ConversionError } from '../../packages/model-build/src/conversion-error.js';
import { MODEL_FORMS, MODEL_NAMES, MODEL_SOURCES } from '../../packages/model-build/src/recipes.js';
import { loadFiles } from './weights.js';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const CASES = MODEL_NAMES.flatMap((model) => MODEL_FORMS.map((form) => [model, form] as const));

describe.each(CASES)('the model %s, %s', (model, form) => {
  const sources = MODEL_SOURCES[model];

  it('is built to the same bytes each time', async () => {
    const files = await loadFiles(...sources);
    expect(sha256(buildModel(model, files, form))).toBe(sha256(buildModel(model, files, form)));
  });

  it.each(sources)('cannot be built without %s, and the error names that file', async (absent) => {
    const files = new Map(await loadFiles(...sources));
    files.delete(absent);
    const build = (): Uint8Array => buildModel(model, files, form);
    expect(build).toThrow(ConversionError);
    expect(build).toThrow(`its source ${absent} was not given`);
  });
});
