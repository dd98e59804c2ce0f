import { extname } from 'node:path';
import type { Size } from '@facet/engine';
import sharp, { type Sharp } from 'sharp';
import type { Box } from '@facet/client';
import { drawBox, drawLabel, drawLandmarks, type DrawnFace } from './draw-face.js';
import { drawnSize, svg, type Frame } from './picture.js';

/** Lines and letters have the sizes that fit a photo of this longer side; they are scaled to that of the photo. */
const FITTING_SIDE = 1600;
/** Narrower faces get a box and no points; there, points would hide the face. */
const POINTS_FROM = 50;
const LABEL_FROM = 80;

/** The photo at its own size with its faces, as JPEG, or as PNG if the file name ends in .png. */
export async function drawPhoto(
  photo: string | Uint8Array,
  imageSize: Size,
  faces: readonly DrawnFace[],
  out: string,
): Promise<void> {
  const frame = fullFrame(imageSize);
  const { width, height } = imageSize;
  const parts = faces.map((face, n) => {
    const wide = (face.box.x2 - face.box.x1) * frame.scale;
    return (
      drawBox(frame, face.box) +
      (wide >= POINTS_FROM ? drawLandmarks(frame, face.landmarks) : '') +
      (wide >= LABEL_FROM ? drawLabel(frame, `face ${n + 1}`, face) : '')
    );
  });
  const picture = sharp(photo, { autoOrient: true }).composite([
    { input: svg(width, height, parts, drawnSize(frame)) },
  ]);
  await inFormatOf(picture, out).toFile(out);
}

/** The ending of the file decides; sharp alone would fail for endings that it does not know. */
function inFormatOf(picture: Sharp, path: string): Sharp {
  const ending = extname(path).toLowerCase();
  if (ending === '.png') return picture.png();
  if (ending === '.webp') return picture.webp({ quality: 88 });
  return ending === '.avif' ? picture.avif() : picture.jpeg({ quality: 88 });
}

function fullFrame({ width, height }: Size): Frame {
  return { left: 0, top: 0, width, height, scale: FITTING_SIDE / Math.max(width, height) };
}

/** Margin around the face, in parts of its size: enough for the engine to find it again. */
const MARGIN = 0.5;
const MAX_CUT_SIDE = 512;

/** The face with a margin around it, as JPEG. */
export async function cutFace(photo: string, box: Box, out: string): Promise<void> {
  const upright = sharp(photo, { autoOrient: true });
  const { autoOrient: size } = await upright.metadata();
  const [x1, y1, x2, y2] = box;
  const margin = MARGIN * Math.max(x2 - x1, y2 - y1);
  const left = Math.max(0, Math.floor(x1 - margin));
  const top = Math.max(0, Math.floor(y1 - margin));
  const width = Math.max(1, Math.min(size.width, Math.ceil(x2 + margin)) - left);
  const height = Math.max(1, Math.min(size.height, Math.ceil(y2 + margin)) - top);
  await upright
    .extract({ left, top, width, height })
    .resize({ width: MAX_CUT_SIDE, height: MAX_CUT_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toFile(out);
}
