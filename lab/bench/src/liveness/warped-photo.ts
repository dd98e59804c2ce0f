import { DEFAULT_DECODE_LIMITS, MAX_EXTRA_FITS, type LivenessAction } from '@facet/engine';
import { releaseModels } from '@facet/analysis/analysis/models.js';
import { detect, PASSES } from '@facet/analysis/detection/detect.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import { ExtraFits, fitDetectedFace } from '@facet/analysis/landmarks/fit-face.js';
import { decodePhoto, openModels } from '@facet/engine/internals';
import sharp from 'sharp';
import { readSample } from '../data/sample-photos.js';

/**
 * A photograph of one person, and the depth of each place in it, so that the head can be shown from other sides: an attack on
 * the liveness check with one photo and the engine's own mesh.
 */
export interface Head {
  readonly pixels: Uint8Array;
  readonly corners: readonly Corner[];
  /** About which the head turns. */
  readonly pivot: { readonly x: number; readonly y: number; readonly z: number };
}

/** A corner of the grid that is laid over the photograph. */
interface Corner {
  readonly x: number;
  readonly y: number;
  /** In pixels; smaller is nearer to the camera. */
  readonly z: number;
  /** 1 on the head, 0 on the wall behind it. */
  readonly turns: number;
}

/** What the head does. Degrees; yaw above 0 is to the left of the image, pitch above 0 is up. */
export interface HeadPosition {
  readonly yaw?: number;
  readonly pitch?: number;
  /** 1: as in the photograph. */
  readonly near?: number;
}

export const FRAME = { width: 640, height: 480 } as const;
const STEP = 8;
const [COLUMNS, ROWS] = [FRAME.width / STEP + 1, FRAME.height / STEP + 1];

/** The head in a part of a photograph, which becomes a frame of 640×480 pixels. The mesh of the engine gives its depth. */
export async function openHead(
  photo: Buffer,
  part: { readonly left: number; readonly top: number; readonly width: number },
): Promise<Head> {
  const height = Math.round((part.width * FRAME.height) / FRAME.width);
  const frame = sharp(photo)
    .extract({ ...part, height })
    .resize(FRAME);
  const models = await openModels();
  try {
    const image = pyramidOf(
      (await decodePhoto(await frame.clone().png().toBuffer(), DEFAULT_DECODE_LIMITS)).pixels,
    );
    const [face] = (await detect(models.detector, image, PASSES[0])).candidates;
    if (face === undefined) throw new Error('There is no face in this part of the photograph.');
    const { vertices } = await fitDetectedFace(models.landmarks, image, face, new ExtraFits(MAX_EXTRA_FITS));
    const middle = (of: (vertex: (typeof vertices)[number]) => number): number =>
      vertices.reduce((sum, vertex) => sum + of(vertex), 0) / vertices.length;
    const side = face.box.x2 - face.box.x1;
    return {
      pixels: await frame.removeAlpha().raw().toBuffer(),
      corners: cornersAround(vertices, side),
      pivot: { x: middle(({ x }) => x), y: middle(({ y }) => y), z: middle(({ z }) => z) + side / 2 },
    };
  } finally {
    await releaseModels(models);
  }
}

/** How a forger hides that a photo does not change. */
export interface Disguise {
  /** How much brighter the side gets that turns to the camera, at 45 degrees, as a share. */
  readonly light: number;
  /** The standard deviation of the noise of each frame, 0 to 255. */
  readonly noise: number;
}

/** The same head as an ellipsoid whose edge ends before a background that stays. */
export function asEllipsoid({ pixels, corners, pivot }: Head): Head {
  const inside = corners.filter(({ turns }) => turns > 0.99);
  const [xs, ys, zs] = [inside.map(({ x }) => x), inside.map(({ y }) => y), inside.map(({ z }) => z)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const [a, b] = [(right - left) / 2, (bottom - top) / 2];
  const nearest = Math.min(...zs);
  return {
    pixels,
    pivot,
    corners: corners.map((corner) => {
      const [u, v] = [(corner.x - left - a) / a, (corner.y - top - b) / b];
      const height = Math.sqrt(Math.max(0, 1 - u * u - v * v));
      return { ...corner, z: nearest + a * (1 - height), turns: u * u + v * v < 1.1 ? 1 : 0 };
    }),
  };
}

/** Adds light that follows the turn, and new noise, to a frame. */
export async function disguised(
  frame: Buffer,
  yaw: number,
  { light, noise }: Disguise,
  random: () => number,
): Promise<Buffer> {
  const { width, height } = FRAME;
  const data = await sharp(frame).raw().toBuffer();
  for (let n = 0; n < data.length; n++) {
    const across = (Math.floor(n / 3) % width) / width - 0.5;
    const lit = 1 + 2 * light * (yaw / 45) * across;
    // The sum of uniform numbers is nearly normal.
    const grain = (random() + random() + random() + random() - 2) * Math.sqrt(3) * noise;
    data[n] = Math.min(255, Math.max(0, Math.round((data[n] ?? 0) * lit + grain)));
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** How far around the face the head reaches, of the width of the face. */
const HEAD_MARGIN = 0.25;
const WALL_MARGIN = 0.75;

function cornersAround(vertices: readonly { x: number; y: number; z: number }[], side: number): Corner[] {
  return Array.from({ length: COLUMNS * ROWS }, (_, n): Corner => {
    const [x, y] = [(n % COLUMNS) * STEP, Math.floor(n / COLUMNS) * STEP];
    let [weights, depths, nearest] = [0, 0, Infinity];
    for (const vertex of vertices) {
      const apart = Math.hypot(vertex.x - x, vertex.y - y);
      const weight = 1 / (apart + 1) ** 4;
      weights += weight;
      depths += weight * vertex.z;
      nearest = Math.min(nearest, apart);
    }
    const outside = Math.max(0, nearest / side - 0.06);
    const share = Math.min(1, Math.max(0, (WALL_MARGIN - outside) / (WALL_MARGIN - HEAD_MARGIN)));
    // Behind its edge the head goes on backwards.
    const z = depths / weights + 0.7 * Math.min(outside, HEAD_MARGIN) * side;
    return { x, y, z, turns: share * share * (3 - 2 * share) };
  });
}

/** A JPEG frame of the head in another position. */
export async function frameOfHead(head: Head, position: HeadPosition, quality = 90): Promise<Buffer> {
  const { width, height } = FRAME;
  const corners = head.corners.map((corner) => moved(corner, head.pivot, position));
  const data = Buffer.alloc(width * height * 3);
  const depths = new Float32Array(width * height).fill(Infinity);
  for (let row = 0; row + 1 < ROWS; row++)
    for (let column = 0; column + 1 < COLUMNS; column++) {
      const first = row * COLUMNS + column;
      for (const triangle of [
        [first, first + 1, first + COLUMNS],
        [first + 1, first + COLUMNS + 1, first + COLUMNS],
      ])
        draw(
          triangle.map((n) => ({ from: head.corners[n] ?? ORIGIN, to: corners[n] ?? ORIGIN })),
          head.pixels,
          data,
          depths,
        );
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
const ORIGIN: Place = { x: 0, y: 0, z: 0 };
const RADIANS = Math.PI / 180;

function moved(corner: Corner, pivot: Place, { yaw = 0, pitch = 0, near = 1 }: HeadPosition): Place {
  const [cy, sy] = [Math.cos(yaw * RADIANS * corner.turns), Math.sin(yaw * RADIANS * corner.turns)];
  const [cp, sp] = [Math.cos(pitch * RADIANS * corner.turns), Math.sin(pitch * RADIANS * corner.turns)];
  const [x0, y0, z0] = [corner.x - pivot.x, corner.y - pivot.y, corner.z - pivot.z];
  const [x1, z1] = [x0 * cy + z0 * sy, -x0 * sy + z0 * cy];
  const [y2, z2] = [y0 * cp + z1 * sp, -y0 * sp + z1 * cp];
  return { x: pivot.x + x1 * near, y: pivot.y + y2 * near, z: z2 };
}

/** Draws one triangle of the photograph where its corners have moved to; what is nearer hides what is behind it. */
function draw(
  corners: readonly { readonly from: Place; readonly to: Place }[],
  pixels: Uint8Array,
  data: Buffer,
  depths: Float32Array,
): void {
  const [a, b, c] = corners;
  if (a === undefined || b === undefined || c === undefined) return;
  const area = (b.to.x - a.to.x) * (c.to.y - a.to.y) - (c.to.x - a.to.x) * (b.to.y - a.to.y);
  // Seen from behind.
  if (area <= 0) return;
  const [xs, ys] = [corners.map(({ to }) => to.x), corners.map(({ to }) => to.y)];
  const { width, height } = FRAME;
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= Math.min(height - 1, Math.max(...ys)); y++)
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= Math.min(width - 1, Math.max(...xs)); x++) {
      const v = ((x - a.to.x) * (c.to.y - a.to.y) - (c.to.x - a.to.x) * (y - a.to.y)) / area;
      const w = ((b.to.x - a.to.x) * (y - a.to.y) - (x - a.to.x) * (b.to.y - a.to.y)) / area;
      const u = 1 - v - w;
      if (Math.min(u, v, w) < -1e-6) continue;
      const pixel = y * width + x;
      const depth = u * a.to.z + v * b.to.z + w * c.to.z;
      if (depth >= (depths[pixel] ?? 0)) continue;
      depths[pixel] = depth;
      copyPixel(
        pixels,
        u * a.from.x + v * b.from.x + w * c.from.x,
        u * a.from.y + v * b.from.y + w * c.from.y,
        data,
        pixel * 3,
      );
    }
}

/** Bilinear. */
function copyPixel(pixels: Uint8Array, x: number, y: number, data: Buffer, at: number): void {
  const { width, height } = FRAME;
  const [left, top] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [right, down] = [Math.min(1, x - left), Math.min(1, y - top)];
  for (let colour = 0; colour < 3; colour++) {
    const first = (top * width + left) * 3 + colour;
    const above = (pixels[first] ?? 0) * (1 - right) + (pixels[first + 3] ?? 0) * right;
    const below =
      (pixels[first + width * 3] ?? 0) * (1 - right) + (pixels[first + width * 3 + 3] ?? 0) * right;
    data[at + colour] = Math.round(above * (1 - down) + below * down);
  }
}

/** The movements that a photograph of a head can be made to show, at their end. */
const ENDS = {
  turn_left: { yaw: -32 },
  turn_right: { yaw: 32 },
  look_up: { pitch: 24 },
  look_down: { pitch: -24 },
  come_closer: { near: 1.4 },
} as const satisfies Partial<Record<LivenessAction, HeadPosition>>;

export type ShownAction = keyof typeof ENDS;
export const SHOWN_ACTIONS = Object.keys(ENDS) as ShownAction[];

/** A part of a movement, from 0 (looking at the camera) to 1. */
function positionAt(action: ShownAction, share: number): HeadPosition {
  const { yaw = 0, pitch = 0, near = 1 }: HeadPosition = ENDS[action];
  return { yaw: yaw * share, pitch: pitch * share, near: 1 + (near - 1) * share };
}

/** A woman who looks at the camera, in one of the photographs that come with a package which the tests use anyway. */
export const openSampleHead = async (): Promise<Head> =>
  openHead(await readSample('sample3.jpg'), { left: 351, top: 215, width: 690 });

/** On the way to the end of a movement, and back. */
const WAY = [0.5, 1, 0.5] as const;

/** The frames of a take in which the head makes the movements one after the other. */
export async function framesOfTake(
  head: Head,
  actions: readonly ShownAction[],
  strength = 1,
  finish: (frame: Buffer, yaw: number) => Promise<Buffer> = (frame) => Promise.resolve(frame),
): Promise<Buffer[]> {
  const show = async (position: HeadPosition): Promise<Buffer> =>
    finish(await frameOfHead(head, position), position.yaw ?? 0);
  const frames = [await show({})];
  for (const [n, action] of actions.entries()) {
    for (const share of WAY) frames.push(await show(positionAt(action, share * strength)));
    // Nobody returns to exactly the same place.
    frames.push(await show({ yaw: n + 1 }));
  }
  return frames;
}
