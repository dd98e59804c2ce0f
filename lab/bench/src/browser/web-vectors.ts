import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DEFAULT_DECODE_LIMITS, distance, EngineError } from '@facet/engine';
import { extractVector } from '@facet/analysis/analysis/extract-vector.js';
import { releaseModels, type Models } from '@facet/analysis/analysis/models.js';
import { startStageTimer } from '@facet/analysis/analysis/photo-call.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { decodePhoto, encodePng, openModels } from '@facet/engine/internals';
import type { Page } from 'playwright-core';
import { crossPairs, falseNonMatchRate, thresholdAt } from '../recognition/crossed-pairs.js';
import { inPage, urlOf } from './page-functions.js';

const FALSE_MATCH_RATE = 1e-4;

interface ErrorRate {
  readonly falseNonMatches: number;
  readonly threshold: number;
}

export interface WebVectors {
  readonly images: number;
  /** Between the vectors of the page and those of the native runtime, with the same form of the models. */
  readonly largestDistance: number;
  /** All pairs of the images crossed, with the models as the server runs them, and in their form for the web. */
  readonly exact: ErrorRate;
  readonly web: ErrorRate;
}

interface Vectors {
  readonly file: string;
  readonly exact: Float32Array;
  readonly web: Float32Array;
}

/** The vectors of each file's first face: in the page, and by the native runtime with both forms of the models. */
export async function measureVectors(
  page: Page,
  folder: string,
  files: Iterable<string>,
): Promise<WebVectors> {
  const exactModels = await openModels();
  const webModels = await openModels(1, 'web');
  const vectors: Vectors[] = [];
  let images = 0;
  let largestDistance = 0;
  for (const file of files) {
    const found = await inPage(page, 'vector', urlOf(folder, file));
    const web = await vectorBy(webModels, file);
    const exact = await vectorBy(exactModels, file);
    images += 1;
    if (found === null && web === null) continue;
    if (found === null || web === null) largestDistance = Infinity;
    else largestDistance = Math.max(largestDistance, distance(Float32Array.from(found), web));
    if (web !== null && exact !== null) vectors.push({ file, exact, web });
  }
  await releaseModels(webModels);
  await releaseModels(exactModels);
  return { images, largestDistance, exact: errorRate(vectors, 'exact'), web: errorRate(vectors, 'web') };
}

/** The vector of a photo's first face, by models on this thread; null without a face. */
async function vectorBy(models: Models, file: string): Promise<Float32Array | null> {
  const photo = await decodePhoto(await readFile(file), DEFAULT_DECODE_LIMITS);
  const call = {
    models,
    photo,
    image: pyramidOf(photo.pixels),
    timer: startStageTimer(() => undefined),
    encodePng,
    vectorModel: 'bench',
  };
  try {
    return (await extractVector(call, { kind: 'detect' }, new Set())).vector;
  } catch (error) {
    if (error instanceof EngineError && error.code === 'no-face') return null;
    throw error;
  }
}

function errorRate(vectors: readonly Vectors[], form: 'exact' | 'web'): ErrorRate {
  const faces = vectors.map(({ file, [form]: vector }) => ({
    file,
    person: basename(file).replace(/_\d+\.\w+$/, ''),
    vector,
  }));
  const pairs = crossPairs(faces);
  const threshold = thresholdAt(pairs, FALSE_MATCH_RATE);
  return { falseNonMatches: falseNonMatchRate(pairs, threshold), threshold };
}
