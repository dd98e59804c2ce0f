import { readFile } from 'node:fs/promises';
import type { Engine } from '@facet/engine';
import type { Page } from 'playwright-core';
import { inPage, urlOf, type FacePlaces } from './page-functions.js';

export interface SameFaces {
  readonly photos: number;
  readonly faces: number;
  /** Photos with another number of faces. */
  readonly otherCounts: number;
  readonly largestBoxError: number;
  readonly largestMeanLandmarkError: number;
  readonly sameAgeAndGender: number;
}

/** The faces of each photo in the page, beside those of the engine. */
export async function compareFaces(
  page: Page,
  engine: Engine,
  folder: string,
  files: Iterable<string>,
): Promise<SameFaces> {
  const boxes: number[] = [];
  const points: number[] = [];
  let [photos, otherCounts, same] = [0, 0, 0];
  for (const file of files) {
    const expected = (await engine.analyse(await readFile(file))).faces;
    const found = await inPage(page, 'analyse', urlOf(folder, file));
    photos += 1;
    if (found.length !== expected.length) otherCounts += 1;
    for (const [n, face] of expected.entries()) {
      const other = found[n];
      if (other === undefined) continue;
      boxes.push(boxError(face, other));
      points.push(landmarkError(face, other));
      if (face.ageRange === other.ageRange && face.gender === other.gender) same += 1;
    }
  }
  return {
    photos,
    faces: boxes.length,
    otherCounts,
    largestBoxError: Math.max(...boxes),
    largestMeanLandmarkError: Math.max(...points),
    sameAgeAndGender: same / boxes.length,
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
