import type { Size } from '@facet/engine';
import { extname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { drawBox, drawLabel, drawLandmarks, type DrawnFace } from './draw-face.js';
import { drawnSize, type Frame } from './frame.js';
import { svg } from './svg.js';

/** Lines and letters have fixed sizes, so a photo is drawn neither much smaller nor much larger than they fit. */
const LONGEST_SIDE = 1600;
/** Narrower faces get a box and no points; there, points would hide the face. */
const POINTS_FROM = 50;
const LABEL_FROM = 80;

/** The whole photo with its faces, as JPEG, or as PNG if the file name ends in .png. */
export async function drawPhoto(
  photo: string | Uint8Array,
  imageSize: Size,
  faces: readonly DrawnFace[],
  out: string,
): Promise<void> {
  const frame = wholePhoto(imageSize);
  const { width, height } = drawnSize(frame);
  const parts = faces.map((face, n) => {
    const wide = (face.box.x2 - face.box.x1) * frame.scale;
    return (
      drawBox(frame, face.box) +
      (wide >= POINTS_FROM ? drawLandmarks(frame, face.landmarks) : '') +
      (wide >= LABEL_FROM ? drawLabel(frame, `face ${n + 1}`, face) : '')
    );
  });
  const picture = sharp(photo, { autoOrient: true })
    .resize({ width, height, fit: 'fill' })
    .composite([{ input: svg(width, height, parts) }]);
  await inFormatOf(picture, out).toFile(out);
}

/** The ending of the file decides; sharp alone would fail for endings that it does not know. */
function inFormatOf(picture: Sharp, path: string): Sharp {
  const ending = extname(path).toLowerCase();
  if (ending === '.png') return picture.png();
  if (ending === '.webp') return picture.webp({ quality: 88 });
  return ending === '.avif' ? picture.avif() : picture.jpeg({ quality: 88 });
}

function wholePhoto({ width, height }: Size): Frame {
  return { left: 0, top: 0, width, height, scale: LONGEST_SIDE / Math.max(width, height) };
}
