import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faceFrame } from './face-frame.js';
import { mapMesh, symmetricMesh } from './made-mesh.test.fixture.js';

const FACE = symmetricMesh();
const eyeDistance = 2 * Math.abs(((FACE[33]?.x ?? 0) + (FACE[133]?.x ?? 0)) / 2);
const part = fc.double({ min: -100, max: 100, noNaN: true });

describe('faceFrame', () => {
  it('has the eye distance as its unit', () => {
    const { fromFace, toFace } = faceFrame(FACE);
    expect(fromFace({ x: 1, y: 0 }).x).toBeCloseTo(eyeDistance, 9);
    expect(toFace({ x: 0, y: eyeDistance }).y).toBeCloseTo(1, 9);
  });

  it('goes there and back', () => {
    fc.assert(
      fc.property(part, part, fc.double({ min: -3, max: 3, noNaN: true }), (x, y, angle) => {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const turned = mapMesh(FACE, (v) => ({ x: c * v.x - s * v.y, y: s * v.x + c * v.y, z: v.z }));
        const { fromFace, toFace } = faceFrame(turned);
        const back = toFace(fromFace({ x, y }));
        expect(back.x).toBeCloseTo(x, 6);
        expect(back.y).toBeCloseTo(y, 6);
      }),
    );
  });

  it('keeps its unit when the head turns away', () => {
    fc.assert(
      fc.property(fc.double({ min: -1.3, max: 1.3, noNaN: true }), (yaw) => {
        const turned = mapMesh(FACE, ({ x, y }) => ({ x: Math.cos(yaw) * x, y, z: -Math.sin(yaw) * x }));
        expect(faceFrame(turned).fromFace({ x: 0, y: 1 }).y).toBeCloseTo(eyeDistance, 6);
      }),
    );
  });
});
