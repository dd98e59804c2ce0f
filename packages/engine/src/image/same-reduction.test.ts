import { planReduction } from '@facet/analysis/image/analysis-size.js';
import { RowReducer } from '@facet/analysis/image/row-reducer.js';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { decodePhoto } from './decode.js';
import { DEFAULT_DECODE_LIMITS } from './decode-limits.js';
import { meanDifference, samplePhoto } from './synthetic-images.test.fixture.js';

/** The photo as a web page reduces it. */
async function reducedByRows(file: Buffer, side: number, isJpeg: boolean): Promise<Uint8Array> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const reducer = new RowReducer(size, planReduction(size, side, isJpeg));
  const rowBytes = 4 * size.width;
  for (let at = 0; at < data.length; at += rowBytes)
    reducer.add(new Uint8ClampedArray(data.subarray(at, at + rowBytes)));
  return reducer.result();
}

// The decoder of a JPEG averages blocks in another way.
it.each([
  ['PNG', 1000, 0.3],
  ['PNG', 317, 0.8],
  ['JPEG', 1600, 0.3],
  ['JPEG', 150, 1],
] as const)('a %s reduced to %i px is the same in a web page', async (format, side, greyLevels) => {
  const file = format === 'JPEG' ? samplePhoto() : await sharp(samplePhoto()).png().toBuffer();
  const { pixels } = await decodePhoto(file, { ...DEFAULT_DECODE_LIMITS, analysisSide: side });
  const data = await reducedByRows(file, side, format === 'JPEG');
  expect(meanDifference({ ...pixels, data }, pixels)).toBeLessThan(greyLevels);
});
