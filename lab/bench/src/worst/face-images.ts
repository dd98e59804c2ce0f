import { faceTiles, mosaic } from '@facet/test-support';
import sharp from 'sharp';
import { readSample } from '../data/sample-photos.js';
import type { ExpensiveImage } from './image-search.js';

const SIDE = 1024;
/** Of larger JPEGs libjpeg makes half the pixels or fewer. */
const UNREDUCED_SIDE = 2290;
const TILE_SIDES = [40, 56, 96];
const SAMPLES = ['sample1.jpg', 'sample5.jpg', 'sample6.jpg'] as const;

interface Service {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Pictures in which the search for faces has the most to do: plain surfaces, pictures made of faces, and pictures made of
 * parts of faces, which the detector takes for faces and the landmark model does not.
 */
export async function faceImages({ url, apiKey }: Service): Promise<ExpensiveImage[]> {
  const images = ['#808080', '#c09070'].map(async (colour) => ({
    name: `plain ${colour}`,
    image: await plain(colour),
  }));
  const faces = await facesOfSamples({ url, apiKey });
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
    pictureOf('faces', faces, tile),
    pictureOf('parts of faces', parts, tile),
  ]);
  return Promise.all([...images, ...mosaics, inExpensiveFile(await mosaic(faces, SIDE, 56))]);
}

/** A picture of as many faces as a search can be about. */
export const crowd = async (url: string, apiKey: string): Promise<Buffer> =>
  mosaic(await facesOfSamples({ url, apiKey }), SIDE, 56);

const facesOfSamples = async ({ url, apiKey }: Service): Promise<readonly Buffer[]> =>
  faceTiles(url, apiKey, await Promise.all(SAMPLES.map(readSample)));

/** The same picture in a file that is expensive to decode too: inks, of a size that the decoder cannot reduce. */
const inExpensiveFile = async (picture: Buffer): Promise<ExpensiveImage> => ({
  name: 'faces in a progressive CMYK JPEG',
  image: await sharp(picture)
    .resize(UNREDUCED_SIDE, UNREDUCED_SIDE)
    .toColourspace('cmyk')
    .jpeg({ quality: 90, progressive: true })
    .toBuffer(),
});

const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
    .png()
    .toBuffer();

async function pictureOf(of: string, tiles: readonly Buffer[], side: number): Promise<ExpensiveImage> {
  const across = Math.floor(SIDE / side);
  return { name: `${across * across} ${of} of ${side} px`, image: await mosaic(tiles, SIDE, side) };
}
