import sharp, { type Sharp } from 'sharp';
import { photo } from '../shared/photos.js';

const WIDTH = 72;
const HEIGHT = 56;

/** Small pictures out of a real photo, one for each way in which a file of an accepted format can be made. */
export async function baseImages(): Promise<readonly Buffer[]> {
  const pixels = await sharp(await photo(3))
    .resize(WIDTH, HEIGHT)
    .png()
    .toBuffer();
  const from = (): Sharp => sharp(pixels);
  return Promise.all([
    from().jpeg({ quality: 80 }).toBuffer(),
    from().jpeg({ quality: 60, progressive: true }).toBuffer(),
    from().jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer(),
    from().greyscale().jpeg().toBuffer(),
    from().toColourspace('cmyk').jpeg().toBuffer(),
    from().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    from().withIccProfile('p3').jpeg().toBuffer(),
    from().png({ compressionLevel: 9 }).toBuffer(),
    from().png({ progressive: true }).toBuffer(),
    from().png({ palette: true }).toBuffer(),
    from().ensureAlpha(0.5).png().toBuffer(),
    from().toColourspace('rgb16').png().toBuffer(),
    from().greyscale().png().toBuffer(),
    from().withMetadata({ orientation: 8 }).png().toBuffer(),
    from().webp().toBuffer(),
    from().webp({ lossless: true }).toBuffer(),
    from().ensureAlpha(0.5).webp().toBuffer(),
    from().withMetadata({ orientation: 6 }).webp().toBuffer(),
    from().avif({ effort: 0 }).toBuffer(),
    from().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer(),
  ]);
}
