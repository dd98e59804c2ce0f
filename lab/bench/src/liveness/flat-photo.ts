import sharp from 'sharp';

/** How a sheet with a photo on it is held in front of the camera. Angles in degrees. */
export interface Hold {
  /** Turned about its vertical, its horizontal and its own axis. */
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** Bent around a vertical axis: the angle between its two edges; above 0 the middle is nearest to the camera. */
  readonly bend: number;
  /** 1: the sheet fills the height of the frame; 2: it is twice as near. */
  readonly zoom: number;
  /** Moved, as a share of the frame's height. */
  readonly right: number;
  readonly down: number;
}

export const HELD_STRAIGHT: Hold = { yaw: 0, pitch: 0, roll: 0, bend: 0, zoom: 1, right: 0, down: 0 };

export interface SheetImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const FRAME = { width: 640, height: 480 };
/** Of the camera, in heights of the frame; about 50 degrees from top to bottom. */
const FOCAL_LENGTH = 1.1;
const RADIANS = Math.PI / 180;
/** The sheet is drawn as strips this many columns of the mesh wide; each strip is flat. */
const STRIPS = 48;

/** The photo in `file`, no larger than a frame needs. */
export async function readSheet(file: string): Promise<SheetImage> {
  const { data, info } = await sharp(file)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .resize({ width: 720, height: 720, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A JPEG frame of the sheet as the camera sees it, before a plain wall. */
export async function frameOfSheet(sheet: SheetImage, hold: Hold, quality = 88): Promise<Buffer> {
  const { width, height } = FRAME;
  const data = Buffer.alloc(width * height * 3, 96);
  const depths = new Float32Array(width * height).fill(Infinity);
  const aspect = sheet.width / sheet.height;
  const place = placed(hold, aspect);
  for (let strip = 0; strip < STRIPS; strip++) {
    const [u0, u1] = [strip / STRIPS, (strip + 1) / STRIPS];
    const corners = [place(u0, 0), place(u1, 0), place(u1, 1), place(u0, 1)] as const;
    if (corners.some(({ z }) => z < 0.1)) continue;
    const seen = corners.map(onFrame);
    const toSheet = quadToUnit(seen);
    if (toSheet === null) continue;
    const xs = seen.map(({ x }) => x);
    const ys = seen.map(({ y }) => y);
    const depth = corners.reduce((sum, { z }) => sum + z, 0) / corners.length;
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= Math.min(height - 1, Math.max(...ys)); y++)
      for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= Math.min(width - 1, Math.max(...xs)); x++) {
        const { u, v } = toSheet(x + 0.5, y + 0.5);
        const pixel = y * width + x;
        if (u < -0.01 || u > 1.01 || v < 0 || v > 1 || depth >= (depths[pixel] ?? 0)) continue;
        depths[pixel] = depth;
        sample(sheet, u0 + Math.min(1, Math.max(0, u)) * (u1 - u0), v, data, pixel * 3);
      }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

interface Point3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Where a place of the sheet (0 to 1 across and down) lies before the camera, in heights of the sheet. */
function placed(
  { yaw, pitch, roll, bend, zoom, right, down }: Hold,
  aspect: number,
): (u: number, v: number) => Point3 {
  const arc = bend * RADIANS;
  const distance = FOCAL_LENGTH / zoom;
  const [cy, sy] = [Math.cos(yaw * RADIANS), Math.sin(yaw * RADIANS)];
  const [cp, sp] = [Math.cos(pitch * RADIANS), Math.sin(pitch * RADIANS)];
  const [cr, sr] = [Math.cos(roll * RADIANS), Math.sin(roll * RADIANS)];
  return (u: number, v: number): Point3 => {
    const flat = (u - 0.5) * aspect;
    const radius = arc === 0 ? Infinity : aspect / arc;
    const x0 = arc === 0 ? flat : radius * Math.sin(flat / radius);
    const z0 = arc === 0 ? 0 : radius * (1 - Math.cos(flat / radius));
    const y0 = v - 0.5;
    const [x1, y1] = [x0 * cr - y0 * sr, x0 * sr + y0 * cr];
    const [x2, z2] = [x1 * cy + z0 * sy, -x1 * sy + z0 * cy];
    const [y3, z3] = [y1 * cp - z2 * sp, y1 * sp + z2 * cp];
    return { x: x2 + right * distance, y: y3 + down * distance, z: z3 + distance };
  };
}

const onFrame = ({ x, y, z }: Point3): { x: number; y: number } => ({
  x: FRAME.width / 2 + (FOCAL_LENGTH * FRAME.height * x) / z,
  y: FRAME.height / 2 + (FOCAL_LENGTH * FRAME.height * y) / z,
});

/** The projective map from a quadrilateral (its corners in turn) to the unit square (Heckbert, 1989). */
function quadToUnit(
  corners: readonly { x: number; y: number }[],
): ((x: number, y: number) => { u: number; v: number }) | null {
  const [a, b, c, d] = corners;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const [dx1, dx2, dy1, dy2] = [b.x - c.x, d.x - c.x, b.y - c.y, d.y - c.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  if (Math.abs(determinant) < 1e-9) return null;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  const [m0, m1, m2] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x];
  const [m3, m4, m5] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y];
  // The inverse, by cofactors.
  const [i0, i1, i2] = [m4 - m5 * h, m2 * h - m1, m1 * m5 - m2 * m4];
  const [i3, i4, i5] = [m5 * g - m3, m0 - m2 * g, m2 * m3 - m0 * m5];
  const [i6, i7, i8] = [m3 * h - m4 * g, m1 * g - m0 * h, m0 * m4 - m1 * m3];
  return (x, y) => {
    const w = i6 * x + i7 * y + i8;
    return { u: (i0 * x + i1 * y + i2) / w, v: (i3 * x + i4 * y + i5) / w };
  };
}

/** Bilinear. */
function sample({ data, width, height }: SheetImage, u: number, v: number, out: Buffer, at: number): void {
  const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5));
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const first = (y0 * width + x0) * 3;
  for (let colour = 0; colour < 3; colour++) {
    const top = (data[first + colour] ?? 0) * (1 - fx) + (data[first + 3 + colour] ?? 0) * fx;
    const below = first + width * 3 + colour;
    const bottom = (data[below] ?? 0) * (1 - fx) + (data[below + 3] ?? 0) * fx;
    out[at + colour] = Math.round(top * (1 - fy) + bottom * fy);
  }
}
