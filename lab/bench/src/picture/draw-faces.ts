import { drawBox, drawLabel, drawLandmarks, drawnSize, svg, type Frame } from '@facet/cli/draw';
import type { Analysis, Box, Size } from '@facet/engine';
import sharp from 'sharp';
import { mean } from '../common/statistics.js';

const WIDTH = 1400;
/** Around the faces, in widths and heights of a mean face. */
const ROOM = { sides: 0.6, above: 0.5, below: 0.4 };

/** The faces of a photo with their boxes, 68 points and labels. */
export async function drawFaces(photo: Buffer, { faces, imageSize }: Analysis): Promise<Buffer> {
  const frame = frameAround(
    faces.map(({ box }) => box),
    imageSize,
  );
  const { width, height } = drawnSize(frame);
  const parts = faces.map(
    (face, n) =>
      drawBox(frame, face.box) +
      drawLandmarks(frame, face.landmarks) +
      drawLabel(frame, `face_id_${n}`, face),
  );
  return sharp(photo, { autoOrient: true })
    .extract({ left: frame.left, top: frame.top, width: frame.width, height: frame.height })
    .resize({ width, height, fit: 'fill' })
    .composite([{ input: svg(width, height, parts) }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** What of the photo is shown: all the faces with room around them. */
function frameAround(faces: readonly Box[], image: Size): Frame {
  const faceWidth = mean(faces.map((box) => box.x2 - box.x1));
  const faceHeight = mean(faces.map((box) => box.y2 - box.y1));
  const left = Math.max(0, Math.round(Math.min(...faces.map((box) => box.x1)) - ROOM.sides * faceWidth));
  const top = Math.max(0, Math.round(Math.min(...faces.map((box) => box.y1)) - ROOM.above * faceHeight));
  const right = Math.max(...faces.map((box) => box.x2)) + ROOM.sides * faceWidth;
  const bottom = Math.max(...faces.map((box) => box.y2)) + ROOM.below * faceHeight;
  const shown = {
    width: Math.min(image.width, Math.round(right)) - left,
    height: Math.min(image.height, Math.round(bottom)) - top,
  };
  return { left, top, ...shown, scale: WIDTH / shown.width };
}
