import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { DEFAULT_DECODE_LIMITS, distance, EngineError, type Engine } from '@facet/engine';
import {
  decodePhoto,
  encodePng,
  extractVector,
  pyramidOf,
  startStageTimer,
  WorkBudget,
  type Models,
} from '@facet/engine/internals';
import type { Page } from 'playwright-core';
import { inPage, type FacePlaces } from './page-functions.js';

export interface SameFaces {
  readonly photos: number;
  readonly faces: number;
  /** Photos with another number of faces. */
  readonly otherCounts: number;
  readonly largestBoxError: number;
  readonly largestMeanLandmarkError: number;
  readonly sameAgeAndGender: number;
}

const urlOf = (folder: string, file: string): string =>
  `/eval/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`;

/** The faces of each photo in the page, beside those of the engine. */
export async function compareFaces(
  page: Page,
  engine: Engine,
  folder: string,
  files: readonly string[],
): Promise<SameFaces> {
  const boxes: number[] = [];
  const points: number[] = [];
  let [faces, otherCounts, same] = [0, 0, 0];
  for (const file of files) {
    const expected = (await engine.analyse(await readFile(file))).faces;
    const found = await inPage(page, 'analyse', urlOf(folder, file));
    if (found.length !== expected.length) otherCounts += 1;
    for (const [n, face] of expected.entries()) {
      const other = found[n];
      if (other === undefined) continue;
      faces += 1;
      boxes.push(boxError(face, other));
      points.push(landmarkError(face, other));
      if (face.ageRange === other.ageRange && face.gender === other.gender) same += 1;
    }
  }
  return {
    photos: files.length,
    faces,
    otherCounts,
    largestBoxError: Math.max(...boxes),
    largestMeanLandmarkError: Math.max(...points),
    sameAgeAndGender: same / faces,
  };
}

const boxError = ({ box: a }: FacePlaces, { box: b }: FacePlaces): number =>
  Math.max(...[a.x1 - b.x1, a.y1 - b.y1, a.x2 - b.x2, a.y2 - b.y2].map(Math.abs));

function landmarkError({ landmarks }: FacePlaces, { landmarks: others }: FacePlaces): number {
  const apart = landmarks.map(({ x, y }, n) =>
    Math.hypot(x - (others[n]?.x ?? NaN), y - (others[n]?.y ?? NaN)),
  );
  return apart.reduce((sum, each) => sum + each, 0) / apart.length;
}

/** The vector of a photo's first face, by models on this thread; null without a face. */
export async function vectorBy(models: Models, file: string): Promise<Float32Array | null> {
  const photo = await decodePhoto(await readFile(file), DEFAULT_DECODE_LIMITS);
  const call = {
    models,
    photo,
    image: pyramidOf(photo.pixels),
    budget: new WorkBudget(),
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

/** The largest distance between vectors of the page and of the native runtime, with the same form of the models. */
export async function compareVectors(
  page: Page,
  models: Models,
  folder: string,
  files: readonly string[],
): Promise<number> {
  let largest = 0;
  for (const file of files) {
    const found = await inPage(page, 'vector', urlOf(folder, file));
    const expected = await vectorBy(models, file);
    if ((found === null) !== (expected === null)) return Infinity;
    if (found !== null && expected !== null)
      largest = Math.max(largest, distance(Float32Array.from(found), expected));
  }
  return largest;
}
