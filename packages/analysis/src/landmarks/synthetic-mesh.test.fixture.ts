import type { Vertex } from './face-geometry.js';

const VERTICES = 478;

/** Vertices of the face's middle line, from the forehead down to the chin. */
const MIDDLE = [10, 168, 197, 5, 4, 2, 0, 13, 14, 17, 152];

/** Vertices at the image's left with their mirror images at the right (canonical MediaPipe face model). */
export const MIRROR_PAIRS: readonly (readonly [number, number])[] = [
  // The outline, from the forehead down.
  ...([
    [109, 338],
    [67, 297],
    [103, 332],
    [54, 284],
    [21, 251],
    [162, 389],
    [127, 356],
    [234, 454],
    [93, 323],
    [132, 361],
    [58, 288],
    [172, 397],
    [136, 365],
    [150, 379],
    [149, 378],
    [176, 400],
    [148, 377],
  ] as const),
  // Brows, eyes, nose, lips.
  ...([
    [70, 300],
    [63, 293],
    [105, 334],
    [66, 296],
    [107, 336],
    [33, 263],
    [160, 387],
    [158, 385],
    [133, 362],
    [153, 380],
    [144, 373],
    [240, 460],
    [97, 326],
    [61, 291],
    [39, 269],
    [37, 267],
    [181, 405],
    [84, 314],
    [78, 308],
    [82, 312],
    [87, 317],
  ] as const),
];

const OUTLINE_PAIRS = 17;

/**
 * A symmetric face around x = 0, about 2 units wide and 2.6 high, looking straight at the camera: the outline is an
 * ellipse, everything else lies inside it. `jitter` moves the vertices inside so that no two faces are alike.
 */
export function symmetricMesh(jitter: (index: number) => number = () => 0): Vertex[] {
  const vertices: Vertex[] = Array.from({ length: VERTICES }, () => ({ x: 0, y: 0, z: 0 }));
  MIDDLE.forEach((index, i) => {
    vertices[index] = { x: 0, y: -1.3 + (2.6 * i) / (MIDDLE.length - 1), z: 0 };
  });
  MIRROR_PAIRS.forEach(([left, right], i) => {
    const { x, y } = i < OUTLINE_PAIRS ? onOutline(i) : inside(i - OUTLINE_PAIRS, jitter(left));
    vertices[left] = { x: -x, y, z: 0 };
    vertices[right] = { x, y, z: 0 };
  });
  return vertices;
}

function onOutline(i: number): { x: number; y: number } {
  const angle = (Math.PI * (i + 1)) / (OUTLINE_PAIRS + 1);
  return { x: Math.sin(angle), y: -1.3 * Math.cos(angle) };
}

const inside = (i: number, jitter: number): { x: number; y: number } => ({
  x: 0.2 + 0.02 * i + 0.1 * jitter,
  y: -0.5 + 0.05 * i + 0.1 * jitter,
});

/** The mesh after a map of its points. */
export const mapMesh = (mesh: readonly Vertex[], move: (vertex: Vertex) => Vertex): Vertex[] =>
  mesh.map(move);
