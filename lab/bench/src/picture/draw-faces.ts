import { drawBox, drawLabel, drawLandmarks, drawnSize, frameAround, svg } from '@facet/cli/draw';
import type { Analysis } from '@facet/engine';
import sharp from 'sharp';

const WIDTH = 1400;
const ROOM = { sides: 0.6, above: 0.5, below: 0.4 };

/** The faces of a photo with their boxes, 68 points and labels. */
export async function drawFaces(photo: Buffer, { faces, imageSize }: Analysis): Promise<Buffer> {
  const frame = frameAround(
    faces.map(({ box }) => box),
    imageSize,
    ROOM,
    WIDTH,
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
