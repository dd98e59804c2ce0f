import { faceRectangles, type Rectangle } from '@facet/test-support';
import sharp, { type Sharp } from 'sharp';
import { photo } from '../shared/photos.js';
import { postFiles, API_KEY } from '../shared/service.js';

/** Ways to make another face out of a face. */
const VARIANTS: readonly ((face: Sharp) => Sharp)[] = [
  (face) => face,
  (face) => face.flop(),
  (face) => face.rotate(7, { background: '#555' }),
  (face) => face.modulate({ brightness: 0.8, saturation: 0.6 }),
  (face) => face.flop().blur(0.8),
];

export interface Face {
  readonly image: Buffer;
  /** The whole answer to a call for its vector when nobody else calls. */
  readonly response: string;
}

/** Different faces, cut out of real photos and changed a little: each is found, and no two have the same vector. */
export async function differentFaces(url: string, count: number): Promise<readonly Face[]> {
  const cut: Buffer[] = [];
  for (const n of [1, 2, 3, 4, 5, 6] as const) {
    const whole = await photo(n);
    for (const rectangle of await faceRectangles(url, API_KEY, whole))
      cut.push(await cutOut(whole, rectangle));
  }
  const faces = new Map<string, Face>();
  for (const vary of VARIANTS) {
    for (const face of cut) {
      if (faces.size === count) return [...faces.values()];
      const image = await vary(sharp(face)).jpeg({ quality: 92 }).toBuffer();
      const { body } = await postFiles(`${url}/get_face_vec`, { img: image });
      // Some of the changed ones are not found any more.
      if (body.code === '1000')
        faces.set(JSON.stringify(body.data['vector']), { image, response: JSON.stringify(body) });
    }
  }
  if (faces.size < count) throw new Error(`Only ${faces.size} faces could be made.`);
  return [...faces.values()];
}

async function cutOut(image: Buffer, [x1, y1, x2, y2]: Rectangle): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const air = Math.round((x2 - x1) / 2);
  const left = Math.max(0, Math.round(x1) - air);
  const top = Math.max(0, Math.round(y1) - air);
  return sharp(image)
    .extract({
      left,
      top,
      width: Math.min(width, Math.round(x2) + air) - left,
      height: Math.min(height, Math.round(y2) + air) - top,
    })
    .resize({ width: 220 })
    .png()
    .toBuffer();
}
