import { boundingBox, boxAround, centre, height, width, type Box, type Point } from '../geometry/box.js';
import { mean, type SquareRegion } from '../geometry/similarity.js';

export interface Vertex extends Point {
  /** Depth in the same unit as x and y, growing away from the camera; 0 is the middle of the head. */
  readonly z: number;
}

/**
 * Vertex numbers of the MediaPipe face mesh (canonical face model, Apache-2.0).
 * "Left" and "right" are as seen in the image.
 */
const LEFT_EYE = [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246] as const;
const RIGHT_EYE = [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466] as const;

const NOSE_TIP = 4;
const MOUTH_LEFT = 61;
const MOUTH_RIGHT = 291;
const FOREHEAD = 10;
export const CHIN = 152;
const LEFT_EYE_OUTER = 33;
const RIGHT_EYE_OUTER = 263;

/** From the forehead over the ridge of the nose to the chin. */
const MIDDLE_LINE = [10, 9, 168, 197, 4, 2, 0, 17, 152] as const;

/** The whole outline, clockwise from the forehead. */
const FACE_OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

type Vertices = readonly Vertex[];

const ORIGIN: Vertex = { x: 0, y: 0, z: 0 };

export const vertexAt = (vertices: Vertices, index: number): Vertex => vertices[index] ?? ORIGIN;

const pick = (vertices: Vertices, indices: readonly number[]): Vertex[] =>
  indices.map((index) => vertexAt(vertices, index));

/** The side of the square that the model is shown, relative to the larger side of the face's box. */
const REGION_MARGIN = 1.35;

/** The mesh ends below the hairline; a face rectangle as people draw it is a little taller (fitted on WIDER FACE). */
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

/** The rotation of the line through the outer eye corners (radians, clockwise). */
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

/** Corners of the eyes, bridge, tip and foot of the nose, forehead, temples and cheekbones: they do not move with the face's expression. */
const RIGID = [33, 133, 362, 263, 168, 6, 197, 4, 2, 98, 327, 10, 151, 103, 332, 127, 356, 234, 454] as const;

export const rigidPoints = (vertices: Vertices): Point[] => pick(vertices, RIGID);

/** Corners of the eyes, from the left of the image to its right, and the foot of the nose. */
const EYE_CORNERS_AND_NOSE = [33, 133, 362, 263, 2] as const;

/** The square around the mesh, rotated with the head. */
export function faceSquare(vertices: Vertices): SquareRegion {
  const box = boundingBox(vertices);
  return { centre: centre(box), side: Math.max(width(box), height(box)), angle: rollOf(vertices) };
}

/** The mesh without its outline, where background shows through, and without the irises, which move. */
const MESH_VERTICES = 468;
const BRIDGE = 168;
const OUTLINE = new Set<number>(FACE_OVAL);

export const innerVertices = (
  vertices: Vertices,
): { readonly bridge: Vertex; readonly inner: readonly Vertex[] } => ({
  bridge: vertexAt(vertices, BRIDGE),
  inner: vertices.slice(0, MESH_VERTICES).filter((_, n) => !OUTLINE.has(n)),
});

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

/** The square around the mesh as it would be if the head did not lean, in its place. */
function uprightSquare(vertices: Vertices): SquareRegion {
  const angle = rollOf(vertices);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const levelled = boundingBox(vertices.map(({ x, y }) => ({ x: cos * x + sin * y, y: -sin * x + cos * y })));
  const c = centre(levelled);
  return {
    centre: { x: cos * c.x - sin * c.y, y: sin * c.x + cos * c.y },
    side: Math.max(width(levelled), height(levelled)),
    angle,
  };
}

/** The region for the next fit, now that a first mesh shows where the face is and how it is rotated. */
export function refinedRegion(vertices: Vertices): SquareRegion {
  const square = uprightSquare(vertices);
  return { ...square, side: REGION_MARGIN * square.side };
}

/** Where the face lies, as the models for age and gender need to know it. */
export const facePlace = (vertices: Vertices): { uprightSide: number; points: Point[] } => ({
  uprightSide: uprightSquare(vertices).side,
  points: pick(vertices, EYE_CORNERS_AND_NOSE),
});

/**
 * The face's own axes: x along the eyes, y down the face; one unit is the distance between the eyes in space, so that it
 * does not shrink when the head turns.
 */
interface FaceFrame {
  readonly toFace: (vector: Point) => Point;
  readonly fromFace: (vector: Point) => Point;
}

const LEFT_EYE_CORNERS = [33, 133] as const;
const RIGHT_EYE_CORNERS = [362, 263] as const;

export function faceFrame(vertices: readonly Vertex[]): FaceFrame {
  const left = middle(vertices, LEFT_EYE_CORNERS);
  const right = middle(vertices, RIGHT_EYE_CORNERS);
  const dx = right.x - left.x;
  const dy = right.y - left.y;
  const flat = Math.hypot(dx, dy) || 1;
  const stretch = Math.hypot(flat, right.z - left.z) / flat;
  const c = dx * stretch;
  const s = dy * stretch;
  const squared = c * c + s * s || 1;
  return {
    toFace: ({ x, y }) => ({ x: (x * c + y * s) / squared, y: (-x * s + y * c) / squared }),
    fromFace: ({ x, y }) => ({ x: x * c - y * s, y: x * s + y * c }),
  };
}

function middle(vertices: readonly Vertex[], [a, b]: readonly [number, number]): Vertex {
  const p = vertexAt(vertices, a);
  const q = vertexAt(vertices, b);
  return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2, z: (p.z + q.z) / 2 };
}

/** Degrees. Yaw > 0: the nose points to the image's left; pitch > 0: it points up; roll > 0: the head leans to the image's right (clockwise). */
export interface HeadPose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

const DEGREES = 180 / Math.PI;

/** The direction that the face points in: the normal of the plane of eyes, forehead and chin. */
export function headPose(vertices: readonly Vertex[]): HeadPose {
  const right = difference(vertexAt(vertices, RIGHT_EYE_OUTER), vertexAt(vertices, LEFT_EYE_OUTER));
  const down = difference(vertexAt(vertices, CHIN), vertexAt(vertices, FOREHEAD));
  const normal = {
    x: right.y * down.z - right.z * down.y,
    y: right.z * down.x - right.x * down.z,
    z: right.x * down.y - right.y * down.x,
  };
  const length = Math.hypot(normal.x, normal.y, normal.z) || 1;
  return {
    yaw: Math.atan2(normal.x, normal.z) * DEGREES,
    pitch: Math.asin(normal.y / length) * DEGREES,
    roll: rollOf(vertices) * DEGREES,
  };
}

const difference = (a: Vertex, b: Vertex): Vertex => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
