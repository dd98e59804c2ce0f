import { boundingBox, boxAround, centre, height, width, type Box, type Point } from '../geometry/box.js';
import { mean, type SquareRegion } from '../geometry/similarity.js';
import {
  CHIN,
  FACE_OVAL,
  LEFT_EYE,
  LEFT_EYE_OUTER,
  MIDDLE_LINE,
  MOUTH_LEFT,
  MOUTH_RIGHT,
  NOSE_TIP,
  RIGHT_EYE,
  RIGHT_EYE_OUTER,
} from './mesh-topology.js';
import type { Vertex } from './mesh.js';

type Vertices = readonly Vertex[];

const ORIGIN: Vertex = { x: 0, y: 0, z: 0 };

export const vertexAt = (vertices: Vertices, index: number): Vertex => vertices[index] ?? ORIGIN;

const pick = (vertices: Vertices, indices: readonly number[]): Vertex[] =>
  indices.map((index) => vertexAt(vertices, index));

/** The side of the square that the net looks at, relative to the larger side of the face's box. */
export const REGION_MARGIN = 1.35;

/** The mesh ends at the hairline's foot; a face rectangle as people draw it is a little taller (fitted on WIDER FACE). */
export const RECTANGLE_HEIGHT = 1.12;
export const RECTANGLE_RISE = 0.03;
/** The same margin around a face rectangle, which is taller than the mesh. */
export const RECTANGLE_MARGIN = REGION_MARGIN / RECTANGLE_HEIGHT;

/** The face rectangle: from the upper forehead to the chin, from ear to ear. */
export function faceRectangle(vertices: Vertices): Box {
  const mesh = boundingBox(vertices);
  const middle = centre(mesh);
  return boxAround(
    { x: middle.x, y: middle.y - RECTANGLE_RISE * height(mesh) },
    width(mesh),
    height(mesh) * RECTANGLE_HEIGHT,
  );
}

/** How far the line through the outer eye corners is turned (radians, clockwise). */
export function rollOf(vertices: Vertices): number {
  const left = vertexAt(vertices, LEFT_EYE_OUTER);
  const right = vertexAt(vertices, RIGHT_EYE_OUTER);
  return Math.atan2(right.y - left.y, right.x - left.x);
}

/** Eye centres (from the lids, since the iris follows the gaze), nose tip and mouth corners. */
export function fivePoints(vertices: Vertices): [Point, Point, Point, Point, Point] {
  return [
    mean(pick(vertices, LEFT_EYE)),
    mean(pick(vertices, RIGHT_EYE)),
    vertexAt(vertices, NOSE_TIP),
    vertexAt(vertices, MOUTH_LEFT),
    vertexAt(vertices, MOUTH_RIGHT),
  ];
}

/** Corners of the eyes, from the left of the image to its right, and the foot of the nose. */
export const EYE_CORNERS_AND_NOSE = [33, 133, 362, 263, 2] as const;

export const eyeCornersAndNose = (vertices: Vertices): Point[] => pick(vertices, EYE_CORNERS_AND_NOSE);

/** The square around the mesh, turned with the head. */
export function faceSquare(vertices: Vertices): SquareRegion {
  const box = boundingBox(vertices);
  return { centre: centre(box), side: Math.max(width(box), height(box)), angle: rollOf(vertices) };
}

export const outline = (vertices: Vertices): Point[] => pick(vertices, FACE_OVAL);

/** The two halves of the outline, cut along the middle of the face: that at the image's left, and that at its right. */
export const halves = (vertices: Vertices): readonly [Point[], Point[]] => {
  const chin = FACE_OVAL.indexOf(CHIN);
  const middle = pick(vertices, MIDDLE_LINE);
  return [
    [...pick(vertices, FACE_OVAL.slice(chin)), ...middle],
    [...pick(vertices, FACE_OVAL.slice(0, chin + 1)), ...middle.reverse()],
  ];
};

/** The region to look at again, now that a first mesh tells where the face lies and how it is turned. */
export function refinedRegion(vertices: Vertices): SquareRegion {
  const angle = rollOf(vertices);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const levelled = boundingBox(vertices.map(({ x, y }) => ({ x: cos * x + sin * y, y: -sin * x + cos * y })));
  const c = centre(levelled);
  return {
    centre: { x: cos * c.x - sin * c.y, y: sin * c.x + cos * c.y },
    side: REGION_MARGIN * Math.max(width(levelled), height(levelled)),
    angle,
  };
}
