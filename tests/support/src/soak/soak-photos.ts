import sharp from 'sharp';
import { faceRectangles } from '../images/face-rectangles.js';

/** Small, so that most of the time goes into many calls and not into large ones. */
const WIDTH = 160;

export interface SoakPhotos {
  /** Single faces. */
  readonly faces: readonly Buffer[];
  readonly faceless: Buffer;
}

/** Cuts the faces out of photos; the service itself says where they are. */
export async function cutFaces(
  url: string,
  apiKey: string,
  photos: readonly Uint8Array[],
): Promise<SoakPhotos> {
  const faces: Buffer[] = [];
  for (const photo of photos) {
    const { width, height } = await sharp(photo).metadata();
    for (const [x1, y1, x2, y2] of await faceRectangles(url, apiKey, photo)) {
      const air = (x2 - x1) / 2;
      const left = Math.max(0, Math.round(x1 - air));
      const top = Math.max(0, Math.round(y1 - air));
      const area = {
        left,
        top,
        width: Math.min(width, Math.round(x2 + air)) - left,
        height: Math.min(height, Math.round(y2 + air)) - top,
      };
      faces.push(await sharp(photo).extract(area).resize({ width: WIDTH }).jpeg({ quality: 88 }).toBuffer());
    }
  }
  if (faces.length === 0) throw new Error('The photos show no face.');
  const sky = { width: WIDTH, height: WIDTH, channels: 3, background: '#8ab' } as const;
  return { faces, faceless: await sharp({ create: sky }).jpeg().toBuffer() };
}
