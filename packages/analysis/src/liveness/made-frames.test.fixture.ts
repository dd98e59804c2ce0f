import type { FrameFace } from './frame.js';
import type { Skin } from './skin.js';
import type { TimedFrame } from './verdict.js';

/** What a made face does; nothing: it looks at the camera. */
export interface Made {
  readonly yaw?: number;
  readonly pitch?: number;
  /** The pose that the mesh reports, if it is not the real one: a photo that is turned hardly changes it. */
  readonly seenYaw?: number;
  readonly mouth?: number;
  readonly eyes?: number;
  readonly smile?: number;
  readonly size?: number;
  readonly x?: number;
  /** A picture on a sheet in place of a head. */
  readonly flat?: boolean;
  /** A photo that a program moves: its skin looks the same from every side. */
  readonly still?: boolean;
}

/** Points on a head: eyes, bridge, tip and foot of the nose, forehead, temples, ears; the nose stands out, the ears lie back. */
const HEAD = [
  [-45, -20, -8], [-17, -20, -14], [17, -20, -14], [45, -20, -8], [0, -22, -26], [0, -10, -32], [0, 8, -45],
  [0, 18, -38], [-15, 14, -24], [15, 14, -24], [0, -70, -14], [0, -52, -20], [-38, -60, 4], [38, -60, 4],
  [-66, -25, 45], [66, -25, 45], [-68, 0, 50], [68, 0, 50],
] as const; // prettier-ignore

const RADIANS = Math.PI / 180;

const ROWS = 12;
const PLACES = Array.from({ length: ROWS ** 2 }, (_, n) => ({
  x: ((n % ROWS) + 0.5) / ROWS - 0.5,
  y: (Math.floor(n / ROWS) + 0.5) / ROWS - 0.5,
}));

/** A pattern that gives way to another one as the head turns. */
function madeSkin(angle: number): Skin {
  const share = 1.5 * angle * RADIANS;
  const pattern = (x: number, y: number): number => Math.sin(17 * x) * Math.cos(13 * y);
  return {
    x: Float32Array.from(PLACES, ({ x }) => x),
    y: Float32Array.from(PLACES, ({ y }) => y),
    light: Float32Array.from(
      PLACES,
      ({ x, y }) => 120 + 40 * (Math.cos(share) * pattern(x, y) + Math.sin(share) * pattern(y, x + 0.1)),
    ),
  };
}

export function madeFace(made: Made = {}): FrameFace {
  const { yaw = 0, pitch = 0, size = 150, x = 320, flat = false } = made;
  const [cy, sy] = [Math.cos(yaw * RADIANS), Math.sin(yaw * RADIANS)];
  const [cp, sp] = [Math.cos(pitch * RADIANS), Math.sin(pitch * RADIANS)];
  const rigidPoints = HEAD.map(([px, py, depth]) => {
    const pz = flat ? 0 : depth;
    const [x1, z1] = [px * cy + pz * sy, -px * sy + pz * cy];
    const [y2, z2] = [py * cp + z1 * sp, -py * sp + z1 * cp];
    const scale = (size / 150) * (900 / (900 + z2));
    return { x: x + x1 * scale, y: 240 + y2 * scale };
  });
  const p = { x, y: 240 };
  return {
    box: { x1: x - size * 0.38, y1: 240 - size / 2, x2: x + size * 0.38, y2: 240 + size / 2 },
    pose: { yaw: made.seenYaw ?? yaw, pitch, roll: 0 },
    mouthOpening: made.mouth ?? 0.01,
    eyeOpening: made.eyes ?? 0.3,
    smile: made.smile ?? 0.01,
    rigidPoints,
    skin: madeSkin(made.still === true ? 0 : Math.hypot(yaw, pitch)),
    fivePoints: [p, p, p, p, p],
  };
}

/** A take of these faces, half a second apart; null: a frame without a face. */
export const madeTake = (faces: readonly (Made | null)[]): TimedFrame[] =>
  faces.map((made, n) => ({
    time: n * 500,
    imageSize: { width: 640, height: 480 },
    fingerprint: String(n),
    face: made === null ? null : madeFace(made),
    otherFaces: 0,
  }));
