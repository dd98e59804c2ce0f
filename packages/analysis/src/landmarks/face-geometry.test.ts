import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faceFrame, headPose, type Vertex } from './face-geometry.js';
import { mapMesh, symmetricMesh } from './synthetic-mesh.test.fixture.js';

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

const RADIANS = Math.PI / 180;
const FLAT = symmetricMesh();

/** Turns about the three axes; depth grows away from the camera, y grows downwards. */
const lean = (degrees: number, { x, y, z }: Vertex): Vertex => {
  const [c, s] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
  return { x: c * x - s * y, y: s * x + c * y, z };
};
/** Brings the upper end of the face back, so that the nose rises. */
const nod = (degrees: number, { x, y, z }: Vertex): Vertex => {
  const [c, s] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
  return { x, y: c * y + s * z, z: -s * y + c * z };
};
/** Brings the image's left end of the face back, so that the nose goes to the left. */
const turn = (degrees: number, { x, y, z }: Vertex): Vertex => {
  const [c, s] = [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)];
  return { x: c * x + s * z, y, z: -s * x + c * z };
};

const within = (degrees: number): fc.Arbitrary<number> =>
  fc.double({ min: -degrees, max: degrees, noNaN: true });

describe('headPose', () => {
  it('is zero for a face that looks into the camera', () => {
    const { yaw, pitch, roll } = headPose(FLAT);
    for (const angle of [yaw, pitch, roll]) expect(angle).toBeCloseTo(0, 9);
  });

  it('has a positive yaw when the nose points to the left of the image', () => {
    // A nose that stands out towards the camera from the middle of the face.
    const nose = turn(30, { x: 0, y: 0, z: -1 });
    expect(nose.x).toBeLessThan(0);
    expect(headPose(mapMesh(FLAT, (v) => turn(30, v))).yaw).toBeCloseTo(30, 6);
  });

  it('has a positive pitch when the nose points up', () => {
    const nose = nod(20, { x: 0, y: 0, z: -1 });
    expect(nose.y).toBeLessThan(0);
    expect(headPose(mapMesh(FLAT, (v) => nod(20, v))).pitch).toBeCloseTo(20, 6);
  });

  it('has a positive roll when the head leans to the right of the image', () => {
    const crown = lean(40, { x: 0, y: -1, z: 0 });
    expect(crown.x).toBeGreaterThan(0);
    expect(headPose(mapMesh(FLAT, (v) => lean(40, v))).roll).toBeCloseTo(40, 6);
  });

  it('recovers yaw and pitch together, whatever the roll', () => {
    fc.assert(
      fc.property(within(85), within(60), within(170), (yaw, pitch, roll) => {
        const pose = headPose(mapMesh(FLAT, (v) => turn(yaw, nod(pitch, lean(roll, v)))));
        expect(pose.yaw).toBeCloseTo(yaw, 6);
        expect(pose.pitch).toBeCloseTo(pitch, 6);
      }),
    );
  });

  it('recovers the roll of a face that looks into the camera, at any size and place', () => {
    fc.assert(
      fc.property(
        within(179),
        fc.double({ min: 1, max: 500, noNaN: true }),
        within(1000),
        (roll, size, shift) => {
          const moved = mapMesh(FLAT, (v) => {
            const { x, y, z } = lean(roll, v);
            return { x: x * size + shift, y: y * size - shift, z: z * size };
          });
          const pose = headPose(moved);
          expect(pose.roll).toBeCloseTo(roll, 6);
          expect(pose.yaw).toBeCloseTo(0, 6);
          expect(pose.pitch).toBeCloseTo(0, 6);
        },
      ),
    );
  });

  it('turns its yaw and roll round in a mirror, and keeps its pitch', () => {
    fc.assert(
      fc.property(within(60), within(40), within(40), (yaw, pitch, roll) => {
        const seen = mapMesh(FLAT, (v) => turn(yaw, nod(pitch, lean(roll, v))));
        const mirrored = mapMesh(FLAT, (v) => turn(-yaw, nod(pitch, lean(-roll, v))));
        const pose = headPose(seen);
        const other = headPose(mirrored);
        expect(other.yaw).toBeCloseTo(-pose.yaw, 6);
        expect(other.pitch).toBeCloseTo(pose.pitch, 6);
        expect(other.roll).toBeCloseTo(-pose.roll, 6);
      }),
    );
  });
});
