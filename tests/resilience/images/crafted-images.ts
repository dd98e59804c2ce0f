import sharp from 'sharp';
import { photo } from '../shared/photos.js';
import { animatedPng } from './animated-png.js';
import { deflatedZeros } from './deflated-zeros.js';
import { claimingSize, segment, withScans, withSegments } from './jpeg-parts.js';
import { chunksOf, pngHeader, pngOf, type PngChunk } from './png-chunks.js';

/** The expected response to an image: decoded, or rejected as damaged, as too large, or as another format. */
export type ExpectedOutcome = 'decoded' | 'damaged' | 'too large' | 'other format';

export interface Crafted {
  readonly name: string;
  readonly image: Buffer;
  /** One of these; more than one where either is right. */
  readonly fates: readonly ExpectedOutcome[];
}

const IEND: PngChunk = { type: 'IEND', data: Buffer.alloc(0) };
const MEGABYTE = 1024 * 1024;

const GIGABYTE = 1024 * MEGABYTE;

/** Compressed pixel data of zeros: a kilobyte unpacks to a megabyte. */
const zeros = (rowBytes: number, rows: number): PngChunk => ({
  type: 'IDAT',
  data: deflatedZeros((rowBytes + 1) * rows),
});

/** An interlaced PNG that holds all the pixels that it claims, and room for the marks before the rows of its passes. */
const interlaced = (width: number, height: number, depth: 8 | 16): Buffer =>
  pngOf([
    pngHeader(width, height, depth, 2, 1),
    { type: 'IDAT', data: deflatedZeros((width * height * 3 * depth) / 8 + 4 * height) },
    IEND,
  ]);

const blank = (width: number, height: number): ReturnType<typeof sharp> =>
  sharp({ create: { width, height, channels: 3, background: '#876' } });

export async function craftedImages(): Promise<readonly Crafted[]> {
  const small = sharp(await photo(3)).resize(160, 120);
  const jpeg = await small.clone().jpeg().toBuffer();
  const png = await small.clone().png().toBuffer();
  const progressive = await small.clone().jpeg({ progressive: true }).toBuffer();
  const still = await blank(160, 120).png().toBuffer();
  const inks = await small.clone().toColourspace('cmyk').jpeg().toBuffer();
  const [header, ...others] = chunksOf(png);
  if (header === undefined) throw new Error('The PNG has no chunks.');
  const withChunk = (...more: PngChunk[]): Buffer => pngOf([header, ...more, ...others]);
  const bomb = deflatedZeros(GIGABYTE);
  const named = (name: string, data: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), data]);
  const exif = segment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'), Buffer.alloc(65_000, 0x5a)]),
  );
  const icc = (n: number): Buffer =>
    segment(
      0xe2,
      Buffer.concat([
        Buffer.from(`ICC_PROFILE\0${String.fromCharCode(n, 255)}`, 'latin1'),
        Buffer.alloc(65_000, n),
      ]),
    );
  const made = (name: string, image: Buffer, ...fates: ExpectedOutcome[]): Crafted => ({
    name,
    image,
    fates,
  });

  return [
    // Sizes: claimed, real, extreme.
    made(
      'a PNG that claims 60,000 by 60,000',
      pngOf([pngHeader(60_000, 60_000), zeros(10, 10), IEND]),
      'too large',
    ),
    made(
      'a PNG that claims the largest size there is',
      pngOf([pngHeader(0x7fffffff, 0x7fffffff), zeros(10, 10), IEND]),
      'too large',
    ),
    made(
      'a PNG that claims more than that',
      pngOf([pngHeader(0xffffffff, 0xffffffff), zeros(10, 10), IEND]),
      'too large',
      'damaged',
    ),
    made('a PNG without width', pngOf([pngHeader(0, 10), zeros(10, 10), IEND]), 'damaged'),
    made(
      'a PNG of 95 megapixels in a few kilobytes',
      pngOf([pngHeader(9900, 9600, 1, 0), zeros(1238, 9600), IEND]),
      'decoded',
    ),
    made(
      'a PNG of 95 megapixels in colour, 16 bits',
      pngOf([pngHeader(9900, 9600, 16, 2), zeros(9900 * 6, 9600), IEND]),
      'too large',
    ),
    made('the same interlaced', interlaced(9900, 9600, 16), 'too large'),
    // With time to spare for a busy machine: the largest that may be held takes nearly all of it.
    made('an interlaced PNG of four fifths of what may be held', interlaced(4500, 4500, 8), 'decoded'),
    made('a JPEG that claims 65,535 by 65,535', claimingSize(jpeg, 65_535, 65_535), 'too large'),
    made('a JPEG that claims 9,000 by 9,000', claimingSize(jpeg, 9000, 9000), 'damaged'),
    made('a JPEG that claims 8 by 8', claimingSize(jpeg, 8, 8), 'decoded', 'damaged'),
    made('a JPEG without height', claimingSize(jpeg, 160, 0), 'damaged'),
    made(
      'a progressive JPEG that claims 9,900 by 9,900',
      claimingSize(progressive, 9900, 9900),
      'too large',
      'damaged',
    ),
    made('a PNG of one pixel', await blank(1, 1).png().toBuffer(), 'decoded'),
    made('a JPEG of one pixel', await blank(1, 1).jpeg().toBuffer(), 'decoded'),
    made('a PNG of one row', await blank(65_000, 1).png().toBuffer(), 'decoded'),
    made('a PNG of one column', await blank(1, 65_000).png().toBuffer(), 'decoded'),
    made('a JPEG of one row', await blank(65_000, 1).jpeg().toBuffer(), 'decoded'),
    made('a JPEG of one column', await blank(1, 65_000).jpeg().toBuffer(), 'decoded'),
    made('a PNG of 70,000 by 2', await blank(70_000, 2).png().toBuffer(), 'too large'),
    // Much beside the pixels.
    made(
      'a JPEG with 100 blocks of EXIF',
      withSegments(jpeg, ...Array.from({ length: 100 }, () => exif)),
      'decoded',
      'damaged',
    ),
    made(
      'a JPEG with a profile of 16 MB',
      withSegments(jpeg, ...Array.from({ length: 250 }, (_, n) => icc(n + 1))),
      'decoded',
      'damaged',
    ),
    made(
      'a JPEG of inks with a profile of 16 MB, which they need',
      withSegments(inks, ...Array.from({ length: 250 }, (_, n) => icc(n + 1))),
      'decoded',
      'damaged',
    ),
    made(
      'a JPEG with four million empty comments',
      withSegments(jpeg, Buffer.alloc(16_000_000, Buffer.from([0xff, 0xfe, 0, 2]))),
      'too large',
    ),
    made(
      'a PNG on its side, which must be unpacked whole to be turned',
      pngOf([
        pngHeader(6200, 6000),
        { type: 'eXIf', data: Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex') },
        zeros(6200 * 3, 6000),
        IEND,
      ]),
      'decoded',
    ),
    made(
      'a JPEG with 15 MB of comments',
      withSegments(jpeg, ...Array.from({ length: 230 }, () => segment(0xfe, Buffer.alloc(65_000, 0x3c)))),
      'decoded',
    ),
    made(
      'a JPEG with a million stray bytes',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(MEGABYTE, 0xff), jpeg.subarray(2)]),
      'decoded',
      'damaged',
    ),
    made(
      'a PNG with a text that unpacks to 1 GB',
      withChunk({ type: 'zTXt', data: named('Comment', bomb) }),
      'decoded',
    ),
    made(
      'a PNG with a profile that unpacks to 1 GB',
      withChunk({ type: 'iCCP', data: named('p', bomb) }),
      'decoded',
    ),
    made(
      'a PNG with 50,000 texts',
      withChunk(...Array.from({ length: 50_000 }, () => ({ type: 'tEXt', data: Buffer.from('a\0b') }))),
      'decoded',
    ),
    made(
      'a PNG with 10 MB of EXIF',
      withChunk({ type: 'eXIf', data: Buffer.alloc(10 * MEGABYTE, 0x4d) }),
      'decoded',
      'damaged',
    ),
    made(
      'a PNG whose pixels unpack to 1 GB more than they should',
      pngOf([header, { type: 'IDAT', data: bomb }, IEND]),
      'decoded',
      'damaged',
    ),
    made(
      'a PNG with 20,000 empty pieces of pixels',
      pngOf([
        header,
        ...Array.from({ length: 20_000 }, () => ({ type: 'IDAT', data: Buffer.alloc(0) })),
        ...others,
      ]),
      'decoded',
      'damaged',
    ),
    made('a progressive JPEG with 3,000 scans', withScans(progressive, 3000), 'too large'),
    // Two files in one, and films.
    made('a JPEG and a ZIP', Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), Buffer.alloc(500)]), 'decoded'),
    made(
      'a JPEG with a web page in a comment',
      withSegments(jpeg, segment(0xfe, Buffer.from('<script>alert(1)</script>'))),
      'decoded',
    ),
    made('a PNG and a script', Buffer.concat([png, Buffer.from('<?php system($_GET[0]); ?>')]), 'decoded'),
    made('a PNG and a JPEG', Buffer.concat([png, jpeg]), 'decoded'),
    made('two JPEGs', Buffer.concat([jpeg, jpeg]), 'decoded'),
    made('a GIF before a JPEG', Buffer.concat([Buffer.from('GIF89a'), jpeg]), 'other format'),
    made(
      'a PDF around a JPEG',
      Buffer.concat([Buffer.from('%PDF-1.7\nstream\n'), jpeg, Buffer.from('\nendstream')]),
      'other format',
    ),
    made('a JPEG after a line feed', Buffer.concat([Buffer.from('\n'), jpeg]), 'other format'),
    made('the start of a JPEG and then a PNG', Buffer.concat([jpeg.subarray(0, 20), png]), 'damaged'),
    made('an animated PNG', animatedPng([png, still]), 'decoded'),
    made(
      'an animated PNG of 5,000 frames that claims 65,535',
      animatedPng([png, ...Array.from({ length: 5000 }, () => still)], 65_535),
      'decoded',
    ),
    made(
      'an animated PNG whose frames come before its picture, and are none',
      withChunk(
        { type: 'acTL', data: Buffer.from('0000ffff00000000', 'hex') },
        { type: 'fcTL', data: Buffer.from('00000000000000a0000000780000000000000000000100640000', 'hex') },
        { type: 'fdAT', data: Buffer.from('00000001deadbeef', 'hex') },
      ),
      'decoded',
    ),
  ];
}
