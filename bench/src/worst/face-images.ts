import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { ExpensiveImage } from './image-search.js';

const SIDE = 1024;
const TILE_SIDES = [40, 56, 96];
/** Of the square that a tile shows, beside that of the face. */
const ROOM = 1.2;
const SAMPLES = [1, 5, 6];

interface Service {
  readonly url: string;
  readonly userId: string;
}

/**
 * Pictures in which the search for faces has the most to do: plain surfaces, pictures made of faces, and pictures made of
 * parts of faces, which the detector takes for faces and the landmark net does not.
 */
export async function faceImages(service: Service): Promise<ExpensiveImage[]> {
  const images = ['#808080', '#c09070'].map(async (colour) => ({
    name: `plain ${colour}`,
    image: await plain(colour).png().toBuffer(),
  }));
  const faces = await faceTiles(service);
  const parts = await Promise.all(
    faces.map(async (face) => {
      const { width, height } = await sharp(face).metadata();
      return sharp(face)
        .extract({
          left: Math.floor(width / 4),
          top: 0,
          width: Math.floor(width / 2),
          height: Math.floor(height / 2),
        })
        .png()
        .toBuffer();
    }),
  );
  const mosaics = TILE_SIDES.flatMap((tile) => [
    mosaic('faces', faces, tile),
    mosaic('parts of faces', parts, tile),
  ]);
  return Promise.all([...images, ...mosaics]);
}

const plain = (background: string): Sharp =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } });

async function mosaic(of: string, tiles: readonly Buffer[], side: number): Promise<ExpensiveImage> {
  const small = await Promise.all(tiles.map((tile) => sharp(tile).resize(side, side).png().toBuffer()));
  const across = Math.floor(SIDE / side);
  const pasted = Array.from({ length: across * across }, (_, n) => ({
    input: small[n % small.length] ?? Buffer.alloc(0),
    left: (n % across) * side,
    top: Math.floor(n / across) * side,
  }));
  return {
    name: `${across * across} ${of} of ${side} px`,
    image: await plain('#777').composite(pasted).png().toBuffer(),
  };
}

/** The faces of some photos, each cut out as a square; the service says where they are. */
async function faceTiles({ url, userId }: Service): Promise<readonly Buffer[]> {
  const tiles: Buffer[] = [];
  for (const n of SAMPLES) {
    const file = new URL(`../../../node_modules/@vladmandic/face-api/demo/sample${n}.jpg`, import.meta.url);
    const photo = await readFile(file);
    const form = new FormData();
    form.append('image_attr', new Blob([Uint8Array.from(photo)]));
    const response = await fetch(`${url}/get_image_attr`, {
      method: 'POST',
      headers: { user_id: userId },
      body: form,
    });
    const { data } = (await response.json()) as Answer;
    const { width, height } = await sharp(photo).metadata();
    for (const { face_rectangle } of Object.values(data.attributes)) {
      if (face_rectangle === undefined) continue;
      const [x1, y1, x2, y2] = face_rectangle;
      const side = Math.floor(Math.min(Math.max(x2 - x1, y2 - y1) * ROOM, width, height));
      const within = (start: number, most: number): number =>
        Math.round(Math.min(Math.max(start, 0), most - side));
      const left = within((x1 + x2 - side) / 2, width);
      const top = within((y1 + y2 - side) / 2, height);
      tiles.push(await sharp(photo).extract({ left, top, width: side, height: side }).png().toBuffer());
    }
  }
  if (tiles.length === 0) throw new Error('There are no faces for a mosaic.');
  return tiles;
}

interface Answer {
  readonly data: {
    readonly attributes: Readonly<
      Record<string, { readonly face_rectangle?: readonly [number, number, number, number] }>
    >;
  };
}
