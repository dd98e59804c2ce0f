import sharp, { type Sharp } from 'sharp';

const QUALITY = 80;

/** A portrait in this size, cut where it does not fit: at the bottom, for the heads are at the top. */
export const tile = (photo: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(photo).resize(width, height, { fit: 'cover', position: 'top' }).png().toBuffer();

export const single = async (photo: Buffer, width: number, height: number): Promise<Buffer> =>
  jpeg(sharp(await tile(photo, width, height)));

/** Portraits side by side in rows. */
export async function wall(
  photos: readonly Buffer[],
  columns: number,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const tiles = await Promise.all(photos.map((photo) => tile(photo, width, height)));
  const pasted = tiles.map((input, n) => ({
    input,
    left: (n % columns) * width,
    top: Math.floor(n / columns) * height,
  }));
  const rows = Math.ceil(photos.length / columns);
  const ground = { width: columns * width, height: rows * height, channels: 3 as const, background: '#333' };
  return jpeg(sharp({ create: ground }).composite(pasted));
}

/** Hills by a lake at dusk: a picture in which nobody is. */
export const landscape = (): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#27496d"/><stop offset="1" stop-color="#f6b678"/></linearGradient>
    <linearGradient id="lake" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d59a72"/><stop offset="1" stop-color="#24384f"/></linearGradient>
  </defs>
  <rect width="960" height="440" fill="url(#sky)"/>
  <circle cx="690" cy="330" r="46" fill="#ffe1a8"/>
  <path d="M0 400 L150 250 L260 340 L420 190 L600 380 L760 270 L960 410 L960 440 L0 440 Z" fill="#5a5f7d"/>
  <path d="M0 430 L120 350 L330 410 L520 330 L700 420 L880 350 L960 400 L960 450 L0 450 Z" fill="#3a4460"/>
  <rect y="440" width="960" height="200" fill="url(#lake)"/>
  <path d="M0 640 L0 560 C200 520 300 600 480 590 S800 540 960 600 L960 640 Z" fill="#1c2733"/>
</svg>`;
  return jpeg(sharp(Buffer.from(svg)));
};

export const thumbnail = (picture: Buffer, side: number): Promise<Buffer> =>
  jpeg(sharp(picture).resize(side, side, { fit: 'cover', position: 'top' }));

/** Written without anything but pixels. */
const jpeg = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer();
