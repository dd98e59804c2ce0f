import { beforeAll, describe, expect, it } from 'vitest';
import { FacetClient } from './client.js';
import { photoPath } from './photos.test.fixture.js';
import { useService, API_KEY, type StartedService } from './started-service.test.fixture.js';

const shared = useService();
let service: StartedService;
let client: FacetClient;

beforeAll(() => {
  service = shared();
  client = new FacetClient({ baseUrl: service.url, apiKey: API_KEY });
});

describe('returnAttributes, against the real service', () => {
  it('gives each face the requested fields, with the vector that the face alone has', async () => {
    const { faces, meta } = await client.attributes(photoPath(3), {
      returnAttributes: ['confidence', 'age_years', 'pose', 'quality', 'expression', 'vector'],
    });
    expect(faces).toHaveLength(3);
    for (const face of faces) {
      expect(face.confidence).toBeGreaterThan(0.5);
      const [low = 0, high = 0] = face.age.split('-').map(Number);
      expect(face.ageYears).toBeGreaterThanOrEqual(low);
      expect(face.ageYears).toBeLessThanOrEqual(high);
      expect(Math.abs(face.pose?.yaw ?? 99)).toBeLessThan(60);
      const { quality, box } = face;
      expect(quality?.size).toEqual([box[2] - box[0], box[3] - box[1]]);
      expect(quality?.score).toBeGreaterThan(0);
      expect(Object.keys(face.expression?.blendshapes ?? {})).toHaveLength(51);
      expect(face.vector).toHaveLength(128);
    }
    const { vector, model } = await client.vector(photoPath(3));
    expect(faces[0]?.vector).toEqual(vector);
    expect(meta.model).toBe(model);
  });

  it('leaves a plain response as it is', async () => {
    const { faces, meta } = await client.attributes(photoPath(3));
    expect(Object.keys(faces[0] ?? {}).sort()).toEqual(
      ['age', 'box', 'gender', 'genderConfidence', 'id', 'landmarks'].sort(),
    );
    expect(meta.model).toBeUndefined();
    expect(Object.keys((await client.vector(photoPath(3))).raw.data)).toEqual(['vector']);
  });

  it('gives what was measured with a vector', async () => {
    const { quality, expression, pose, confidence, vector } = await client.vector(photoPath(3), {
      returnAttributes: ['quality', 'expression', 'pose', 'confidence'],
    });
    expect(vector).toHaveLength(128);
    expect(quality?.failed).toEqual([]);
    expect(quality?.illumination).toBeGreaterThan(70);
    expect(expression?.mouthOpening).toBeGreaterThanOrEqual(0);
    expect(Math.abs(pose?.roll ?? 99)).toBeLessThan(45);
    expect(confidence).toBeGreaterThan(0.5);
  });
});
