import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_DECODE_LIMITS } from './image/decode-limits.js';
import { decodePhoto } from './image/decode.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { sample } from './image/sample-photos.test.fixture.js';
import { ensureModels } from './models/built-models.js';
import type { Model } from '@facet/analysis/model.js';
import { loadModel } from './runtime/model.js';
import { expressionOf, type Expression } from '@facet/analysis/landmarks/expression.js';
import type { Vertex } from '@facet/analysis/landmarks/face-geometry.js';
import { fitMesh } from '@facet/analysis/landmarks/fit-face.js';

/** The laughing woman in the third sample, in pixels of the photo as it is analysed. */
const FACE = { centre: { x: 854, y: 238 }, side: 184, angle: 0 };
/** Upper and lower lid of the eye at the image's right, which is the person's left. */
const LIDS: readonly (readonly [number, number])[] = [
  [398, 382],
  [384, 381],
  [385, 380],
  [386, 374],
  [387, 373],
  [388, 390],
  [466, 249],
];

const loaded: Model[] = [];
let face: readonly Vertex[];
const expression = (vertices: readonly Vertex[]): Promise<Expression> => {
  const [, blendshapes] = loaded;
  if (blendshapes === undefined) throw new Error('no model');
  return expressionOf(blendshapes, vertices);
};

beforeAll(async () => {
  const models = await ensureModels({}, ['landmarks', 'blendshapes']);
  for (const path of [models.landmarks, models.blendshapes])
    loaded.push(await loadModel(path, { threads: 1, keepsMemory: false }));
  const [landmarks] = loaded;
  if (landmarks === undefined) throw new Error('no model');
  const photo = await decodePhoto(sample(3), DEFAULT_DECODE_LIMITS);
  const mesh = await fitMesh(landmarks, pyramidOf(photo.pixels), FACE);
  expect(mesh.presence).toBeGreaterThan(5);
  face = mesh.vertices;
});
afterAll(() => Promise.all(loaded.map((model) => model.release())));

describe('the expression of a real face', () => {
  it('is the same wherever the face lies, however large it is and however it is turned in the image', async () => {
    const seen = await expression(face);
    const [cos, sin] = [Math.cos(2), Math.sin(2)];
    const moved = await expression(
      face.map(({ x, y, z }) => ({
        x: 3 * (cos * x - sin * y) + 900,
        y: 3 * (sin * x + cos * y) - 70,
        z: 3 * z,
      })),
    );
    for (const [name, score] of Object.entries(seen.blendshapes)) {
      expect(moved.blendshapes).toHaveProperty(name, expect.closeTo(score, 2));
    }
    expect(moved.mouthOpening).toBeCloseTo(seen.mouthOpening, 6);
    expect(moved.leftEyeOpening).toBeCloseTo(seen.leftEyeOpening, 6);
  });

  it('shows the one eye that is closed, on the side of the person', async () => {
    const before = await expression(face);
    const shut = [...face];
    for (const [upper, lower] of LIDS) {
      const vertex = face[lower];
      if (vertex !== undefined) shut[upper] = vertex;
    }
    const after = await expression(shut);
    expect(before.leftEyeOpening).toBeGreaterThan(0.15);
    expect(after.leftEyeOpening).toBeLessThan(0.01);
    expect(after.rightEyeOpening).toBe(before.rightEyeOpening);
    const closing = (side: 'eyeBlinkLeft' | 'eyeBlinkRight'): number =>
      after.blendshapes[side] - before.blendshapes[side];
    expect(closing('eyeBlinkLeft')).toBeGreaterThan(0.1);
    expect(closing('eyeBlinkLeft')).toBeGreaterThan(closing('eyeBlinkRight'));
  });

  it('shows a mouth that opens', async () => {
    const before = await expression(face);
    const width = Math.hypot(
      (face[61]?.x ?? 0) - (face[291]?.x ?? 0),
      (face[61]?.y ?? 0) - (face[291]?.y ?? 0),
    );
    const LOWER_LIP = [14, 17, 84, 87, 314, 317, 88, 318, 95, 324, 178, 402, 181, 405, 91, 321, 146, 375];
    const open = face.map((vertex, i) =>
      LOWER_LIP.includes(i) ? { ...vertex, y: vertex.y + 0.4 * width } : vertex,
    );
    const after = await expression(open);
    expect(after.mouthOpening).toBeGreaterThan(before.mouthOpening + 0.3);
    expect(after.blendshapes.jawOpen).toBeGreaterThan(before.blendshapes.jawOpen);
  });

  it('is a smile where people smile', async () => {
    expect((await expression(face)).smile).toBeGreaterThan(0.5);
  });
});
