import sharp from 'sharp';
import { faceRectangles } from './face-rectangles.js';

/** Of the square that a tile shows, beside that of the face. */
const ROOM = 1.2;

/** The faces of some photos, each cut out as a square. The service itself says where they are. */
export async function faceTiles(
  url: string,
  apiKey: string,
  photos: readonly Buffer[],
): Promise<readonly Buffer[]> {
  const tiles: Buffer[] = [];
  for (const photo of photos) {
    const { width, height } = await sharp(photo).metadata();
    for (const [x1, y1, x2, y2] of await faceRectangles(url, apiKey, photo)) {
      const side = Math.floor(Math.min(Math.max(x2 - x1, y2 - y1) * ROOM, width, height));
      const left = Math.round(clamp((x1 + x2 - side) / 2, width - side));
      const top = Math.round(clamp((y1 + y2 - side) / 2, height - side));
      tiles.push(await sharp(photo).extract({ left, top, width: side, height: side }).png().toBuffer());
    }
  }
  if (tiles.length === 0) throw new Error('There are no faces for a mosaic.');
  return tiles;
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** A square filled with faces: as many as fit. */
export async function mosaic(tiles: readonly Buffer[], side: number, tileSide: number): Promise<Buffer> {
  const small = await Promise.all(
    tiles.map((tile) => sharp(tile).resize(tileSide, tileSide).png().toBuffer()),
  );
  const across = Math.floor(side / tileSide);
  const pasted = Array.from({ length: across * across }, (_, n) => ({
    input: small[n % small.length] ?? Buffer.alloc(0),
    left: (n % across) * tileSide,
    top: Math.floor(n / across) * tileSide,
  }));
  return sharp({ create: { width: side, height: side, channels: 3, background: '#777' } })
    .composite(pasted)
    .png()
    .toBuffer();
}
