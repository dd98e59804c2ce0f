import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encoder, samplePixels } from './synthetic-images.test.fixture.js';
import { sniffFormat } from './sniff-format.js';

const text = (content: string): Buffer => Buffer.from(content, 'latin1');

describe('the format of a file', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('%s is recognised', async (format) => {
    const image = encoder(await samplePixels(32, 24));
    expect(sniffFormat(await image.toFormat(format).toBuffer())).toBe(format);
  });

  it.each([
    ['bmp', 'BM\x36\0\0\0'],
    ['ico', '\0\0\x01\0\x01\0'],
    ['tiff', 'MM\0*\0\0\0\x08'],
    ['heif', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['avif', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
    ['mp4', '\0\0\0\x18ftypisom\0\0\x02\0isomiso2'],
    ['jpeg-xl', '\xff\x0a'],
    ['jpeg-2000', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['psd', '8BPS\0\x01'],
    ['pdf', '%PDF-1.7'],
    ['zip', 'PK\x03\x04'],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['svg', '\xef\xbb\xbf <?xml version="1.0"?>\n<!-- drawn -->\n<svg width="1">'],
    ['html', '\n<!DOCTYPE html><html>'],
    ['xml', '<?xml version="1.0"?><note/>'],
  ])('%s is recognised by %j', (format, start) => {
    expect(sniffFormat(text(start))).toBe(format);
  });

  it.each(['', 'test\n', '\xff\xd8', '\x89PNG', 'RIFF\0\0\0\0WAVE', '{"image":1}'])(
    '%j is unknown',
    (start) => {
      expect(sniffFormat(text(start))).toBeNull();
    },
  );

  it('is looked for at the start of a view, not of the memory behind it', async () => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const memory = Buffer.concat([Buffer.from('GIF89a'), png]);
    expect(sniffFormat(new Uint8Array(memory.buffer, memory.byteOffset + 6, png.length))).toBe('png');
  });
});
