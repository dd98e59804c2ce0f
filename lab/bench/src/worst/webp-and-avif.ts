import { HALF_DECODE_MS, QUARTER_DECODE_MS } from '@facet/engine';
import { DecoderProcess } from '@facet/engine/internals';
import { TRIAL_DECODE_MS } from '@facet/server/internals';
import sharp, { type Sharp } from 'sharp';
import { costOfLargest, LIMITS, type ExpensiveImage, type Measure } from './image-search.js';
import { multipart, type Attempt } from './requests.js';
import type { Random } from '../common/random.js';

/** What a caller may have decoded: with one image, with two or several vectors, with both, and without an account. */
const CALLERS = {
  one: {},
  half: { workMs: HALF_DECODE_MS },
  quarter: { workMs: QUARTER_DECODE_MS },
  stranger: { workMs: TRIAL_DECODE_MS, pixels: 25_000_000 },
  strangerWithTwo: { workMs: TRIAL_DECODE_MS / 2, pixels: 25_000_000 },
} as const;
type Caller = keyof typeof CALLERS;

/** Routes with what makes the engine do most there. */
const ROUTES: readonly { caller: Caller; path: string; query: string; fields: readonly string[] }[] = [
  {
    caller: 'one',
    path: '/get_image_attr',
    query: '?return_attributes=quality,expression,aligned',
    fields: ['image_attr'],
  },
  {
    caller: 'half',
    path: '/get_image_attr',
    query: '?return_attributes=quality,expression,aligned,vector',
    fields: ['image_attr'],
  },
  { caller: 'one', path: '/get_face_vec', query: '?quality=2', fields: ['img'] },
  { caller: 'half', path: '/match_faces', query: '', fields: ['img_1', 'img_2'] },
  { caller: 'quarter', path: '/match_faces', query: '?all=1', fields: ['img_1', 'img_2'] },
  { caller: 'stranger', path: '/get_image_attr', query: '', fields: ['image_attr'] },
  { caller: 'strangerWithTwo', path: '/match_faces', query: '', fields: ['img_1', 'img_2'] },
  { caller: 'strangerWithTwo', path: '/match_faces', query: '?all=1', fields: ['img_1', 'img_2'] },
];

interface Shape {
  readonly width: number;
  readonly height: number;
  /** The picture: noise, or many faces, which cost the analysis most. */
  readonly picture: 'noise' | 'faces';
  readonly quality: number;
  readonly lossless: boolean;
  readonly alpha: boolean;
  /** Of an AVIF. */
  readonly bits: 8 | 10 | 12;
  /** Of a WebP. */
  readonly frames: 1 | 4;
}

type Format = 'avif' | 'webp';
/** The largest that the limit of memory allows; smaller ones are tried where a limit rejects them. */
const MEGAPIXELS: Readonly<Record<Format, number>> = { avif: 6.2, webp: 25 };

function anyShape(format: Format, random: Random): Shape {
  const side = Math.floor(Math.sqrt(MEGAPIXELS[format] * 1e6 * random.of([1, 1, 0.6])));
  return {
    width: side,
    height: side,
    picture: random.of(['noise', 'faces']),
    quality: random.of([5, 30, 50, 70, 90]),
    lossless: random.next() < 0.2,
    alpha: random.next() < 0.3,
    bits: random.of([8, 8, 10, 12]),
    frames: random.of([1, 1, 1, 4]),
  };
}

/** Noise differs in every pixel, so that no part of it is cheap. */
const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const;

async function make(format: Format, faces: Buffer, shape: Shape): Promise<Buffer | null> {
  const { width, height, picture, quality, lossless, alpha, bits, frames } = shape;
  const create = { width, height, channels: 3, background: '#888', noise: NOISE } as const;
  const plain = picture === 'faces' ? sharp(faces).resize(width, height, { fit: 'fill' }) : sharp({ create });
  const image: Sharp = alpha ? plain.ensureAlpha(0.7) : plain;
  if (format === 'avif')
    return image
      .avif({ quality, lossless, effort: 0, bitdepth: lossless ? 8 : bits, chromaSubsampling: '4:4:4' })
      .toBuffer();
  if (frames === 1) return image.webp({ quality, lossless, effort: 0 }).toBuffer();
  const frame = await image.png({ compressionLevel: 1 }).toBuffer();
  // The encoder cannot make every animation.
  return sharp(Array(frames).fill(frame), { join: { animated: true } })
    .webp({ quality, lossless, effort: 0 })
    .toBuffer()
    .catch(() => null);
}

/**
 * Searches for the WebP and AVIF files that cost the most, for every kind of caller; each route has a row for both formats.
 * They are made by an encoder, which takes long, so that fewer are tried than of other formats.
 */
export async function webpAndAvifAttempts(
  apiKey: string,
  faces: Buffer,
  random: Random,
  tries: number,
): Promise<Attempt[]> {
  const decoder = new DecoderProcess(LIMITS);
  await decoder.ready();
  const attempts: Attempt[] = [];
  try {
    for (const format of ['avif', 'webp'] as const) {
      const found = new Map<Caller, readonly ExpensiveImage[]>();
      for (const caller of ['one', 'half', 'quarter', 'stranger', 'strangerWithTwo'] as const)
        found.set(caller, await expensiveFor(decoder, { format, caller, faces, random, tries }));
      for (const { caller, path, query, fields } of ROUTES)
        for (const { name, image } of found.get(caller) ?? [])
          attempts.push(
            multipart(
              {
                route: `POST ${path}${query.slice(0, 6)}${caller.startsWith('stranger') ? ' of a visitor' : ''} (${format})`,
                method: 'POST',
                path: path + query,
              },
              caller.startsWith('stranger') ? { 'sec-fetch-site': 'same-origin' } : { user_id: apiKey },
              name,
              fields.map((field) => [field, image] as const),
            ),
          );
    }
    return attempts;
  } finally {
    decoder.close();
  }
}

interface Search {
  readonly format: Format;
  readonly caller: Caller;
  readonly faces: Buffer;
  readonly random: Random;
  readonly tries: number;
}

/** The most expensive files of a format that the caller may send: by time and by memory, of noise and of faces. */
async function expensiveFor(
  decoder: DecoderProcess,
  { format, caller, faces, random, tries }: Search,
): Promise<ExpensiveImage[]> {
  const best = new Map<string, ExpensiveImage & { readonly cost: number }>();
  for (let n = 0; n < tries; n++) {
    const { shape, file, ...cost } = await costOfLargest(
      decoder,
      anyShape(format, random),
      (each) => make(format, faces, each),
      CALLERS[caller],
    );
    const { width, height, ...rest } = shape;
    const name = `${format} ${width}x${height} ${JSON.stringify(rest).replaceAll(/["{}]/g, '')}`;
    for (const measure of ['cpuSeconds', 'megabytes'] satisfies Measure[]) {
      const key = `${measure} of ${shape.picture}`;
      if (file !== null && cost[measure] > (best.get(key)?.cost ?? 0))
        best.set(key, { name, image: file, cost: cost[measure] });
    }
  }
  for (const [key, { name, cost }] of best)
    console.log(`${caller}: most ${key}: ${cost.toFixed(2)} for ${name}`);
  return [...new Set(best.values())];
}

/** Boxes so small that their numbers would vanish. */
export const tinyBoxAttempts = (apiKey: string, photo: Buffer): Attempt[] =>
  [
    { box: '0,0,1e-300,1e-300', expectedStatus: 400 },
    { box: '0,0,1,1', expectedStatus: 200 },
  ].map(({ box, expectedStatus }) => ({
    ...multipart(
      {
        route: `POST /get_image_attr (box ${box})`,
        method: 'POST',
        path: `/get_image_attr?return_attributes=quality,expression,vector&bboxes=${box}`,
      },
      { user_id: apiKey },
      `a box of ${box}`,
      [['image_attr', photo]],
    ),
    expectedStatus,
  }));
