import { STRIDES } from '../detection/detect.js';
import type { Model } from '../model.js';

const VERTICES = 478;
const CROP_SIDE = 160;

type Outputs = Readonly<Record<string, { readonly shape: readonly number[]; readonly values: Float32Array }>>;

/** A model with given outputs; no photo drives the real ones to the worst case that the search allows. */
export const fakeModel = (outputsFor: (shape: readonly number[]) => Outputs): Model => ({
  run: (_, shape) => {
    const outputs = outputsFor(shape);
    return Promise.resolve({
      values: (name) => outputs[name]?.values ?? new Float32Array(),
      shape: (name) => outputs[name]?.shape ?? [],
    });
  },
  release: () => Promise.resolve(),
});

/** A logit at which the landmark model decides. */
const UNSURE = 1.2;

/** Sees a small face in every cell of the finest map, side by side. */
export const eagerDetector = fakeModel(([, , height = 0, width = 0]) =>
  Object.fromEntries(
    STRIDES.map((stride) => {
      const [rows, columns] = [height / stride, width / stride];
      const cells = rows * columns;
      const values = new Float32Array(15 * cells);
      values.fill(stride === 8 ? UNSURE : -9, 0, cells);
      // A face nearly as large as a cell, its right eye to the right of the left one.
      values.fill(Math.log(0.45), 3 * cells, 5 * cells);
      values.fill(0.2, 7 * cells, 8 * cells);
      return [`stride_${stride}`, { shape: [1, 15, rows, columns], values }];
    }),
  ),
);

/** A square that the detector sees in the photo, in pixels of it. */
interface SeenSquare {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly score: number;
}

/** Sees these squares in the first pass over a photo of 1,024 × 1,024 pixels, and nothing in later ones; counts its passes. */
export function firstPassDetector(squares: readonly SeenSquare[]): { model: Model; passes: () => number } {
  // The photo is shown at a quarter of its size, 32 pixels from the edge of the input.
  const [stride, scale, edge] = [32, 4, 32];
  let passes = 0;
  const model = fakeModel(([, , height = 0, width = 0]) => {
    passes += 1;
    return Object.fromEntries(
      STRIDES.map((each) => {
        const [rows, columns] = [height / each, width / each];
        const cells = rows * columns;
        const values = new Float32Array(15 * cells).fill(-9, 0, cells);
        if (each === stride && passes === 1) {
          for (const { x, y, side, score } of squares) {
            const cell =
              Math.floor((y / scale + edge) / stride) * columns + Math.floor((x / scale + edge) / stride);
            values[cell] = Math.log(score / (1 - score));
            for (const plane of [3, 4]) values[plane * cells + cell] = Math.log(side / 2 / scale / stride);
            values[7 * cells + cell] = 0.2;
          }
        }
        return [`stride_${each}`, { shape: [1, 15, rows, columns], values }];
      }),
    );
  });
  return { model, passes: () => passes };
}

/** Finds a face in the middle of each crop, with this presence (but none in the first ones), and counts the crops. */
export function countingLandmarks(presence: number, doubted = 0): { model: Model; runs: () => number } {
  let runs = 0;
  const points = new Float32Array(VERTICES * 3);
  for (let i = 0; i < VERTICES; i++) {
    points[i * 3] = CROP_SIDE * (0.5 + 0.3 * Math.cos(i));
    points[i * 3 + 1] = CROP_SIDE * (0.5 + 0.3 * Math.sin(i));
  }
  const model = fakeModel(([crops = 0]) => {
    const values = { points: new Float32Array(crops * points.length), presence: new Float32Array(crops) };
    for (let crop = 0; crop < crops; crop++) {
      runs += 1;
      values.points.set(points, crop * points.length);
      values.presence[crop] = runs <= doubted ? -20 : presence;
    }
    return {
      points: { shape: [crops, points.length], values: values.points },
      presence: { shape: [crops], values: values.presence },
    };
  });
  return { model, runs: () => runs };
}
