import { describe, expect, it } from 'vitest';
import { readDetection, type Face, type Detection } from '../analysis/face.js';
import type { Box } from '../analysis/box.js';
import { okResponse } from '../analysis/responses.test.fixture.js';
import response from '../start/sample-response.json';
import { FADE_MS, follow, opacityAt, shapeAt } from './track.js';

const [sample] = readDetection(okResponse(response.data)).faces;

const face = (id: number, box: Box, ageYears: number): Face => {
  if (sample?.details == null) throw new Error('The prepared response has no face with details.');
  const details = { ...sample.details, ageYears };
  return { ...sample, id, box, details, landmarks: { chin: { x: box[0], y: box[3] } } };
};

const detection = (...faces: readonly Face[]): Detection => ({
  faces,
  imageSize: { width: 640, height: 360 },
});

describe('faces from response to response', () => {
  it('keep their number when the service numbers them anew', () => {
    const first = follow([], detection(face(0, [0, 0, 100, 100], 30), face(1, [300, 0, 400, 100], 50)), 0);
    const second = follow(
      first,
      detection(face(0, [310, 5, 410, 105], 50), face(1, [10, 0, 110, 100], 30)),
      200,
    );
    expect(second.map(({ id, face: { box } }) => [id, box[0]])).toEqual([
      [0, 10],
      [1, 310],
    ]);
  });

  it('move smoothly from where they were drawn to where they are', () => {
    const first = follow([], detection(face(0, [0, 0, 100, 100], 30)), 0);
    const [moved] = follow(first, detection(face(0, [50, 0, 150, 100], 30)), 1000);
    if (moved === undefined) throw new Error('The face is gone.');
    expect(shapeAt(moved, 1000).box[0]).toBe(0);
    const between = shapeAt(moved, 1050);
    expect(between.box[0]).toBeGreaterThan(0);
    expect(between.box[0]).toBeLessThan(50);
    expect(between.landmarks['chin']?.x).toBe(between.box[0]);
    expect(shapeAt(moved, 2000).box).toEqual([50, 0, 150, 100]);
  });

  it('have an age that does not jump', () => {
    const first = follow([], detection(face(0, [0, 0, 100, 100], 30)), 0);
    const [next] = follow(first, detection(face(0, [0, 0, 100, 100], 40)), 100);
    expect(next?.face.details?.ageYears).toBe(32.5);
  });

  it('fade when they are no longer found, and are gone after that', () => {
    const first = follow([], detection(face(0, [0, 0, 100, 100], 30)), 0);
    const gone = follow(first, detection(), 100);
    expect(first.map((track) => opacityAt(track, 0, 50))).toEqual([1]);
    expect(gone.map((track) => opacityAt(track, 100, 100 + FADE_MS / 2))).toEqual([0.5]);
    expect(follow(gone, detection(), 100 + FADE_MS)).toEqual([]);
  });

  it('are new where no face was near', () => {
    const first = follow([], detection(face(0, [0, 0, 100, 100], 30)), 0);
    const second = follow(first, detection(face(0, [400, 200, 500, 300], 60)), 100);
    expect(second.map(({ id }) => id)).toEqual([0, 1]);
  });
});
