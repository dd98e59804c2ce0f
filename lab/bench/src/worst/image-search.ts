import { readFile, writeFile } from 'node:fs/promises';
import { DEFAULT_DECODE_LIMITS, EngineError } from '@facet/engine';
import { DecoderProcess } from '@facet/engine/internals';
import { processFigures } from '@facet/test-support';
import sharp from 'sharp';
import { makeJpeg, type JpegShape } from './jpeg-maker.js';
import { makePng, type PngShape } from './png-maker.js';
import { mostExpensive } from './search.js';
import type { Random } from '../common/random.js';

export interface ExpensiveImage {
  readonly name: string;
  readonly image: Buffer;
}

interface Cost {
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

type Sampling = JpegShape['sampling'];
const SAMPLINGS: readonly [Sampling, ...Sampling[]] = [
  [[1, 1]],
  [
    [2, 2],
    [1, 1],
    [1, 1],
  ],
  [
    [1, 1],
    [1, 1],
    [1, 1],
  ],
  [
    [2, 1],
    [1, 1],
    [1, 1],
  ],
  [
    [1, 1],
    [2, 2],
    [2, 2],
  ],
  [
    [2, 2],
    [2, 2],
    [2, 2],
  ],
  [
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 1],
  ],
  [
    [4, 1],
    [1, 1],
    [1, 1],
  ],
];

/** Sides from small to the largest that the limit of pixels leaves, in all proportions. */
function anySize(random: Random): { width: number; height: number } {
  const pixels = Math.min(DEFAULT_DECODE_LIMITS.pixels, 120e6 * random.next() ** 2 + 1000);
  const width = Math.min(65_500, Math.max(8, Math.round(Math.sqrt(pixels) * 4 ** (random.next() * 2 - 1))));
  return { width, height: Math.min(65_500, Math.max(1, Math.floor(pixels / width))) };
}

const anyJpeg = (random: Random): JpegShape => ({
  ...anySize(random),
  sampling: random.of(SAMPLINGS),
  progressive: random.next() < 0.6,
  extraScans: random.of([0, 5, 10, 20, 40, 80, 99]),
  restartInterval: random.of([0, 0, 0, 1, 8]),
  metadataBytes: random.of([0, 0, 60_000, 8_000_000]),
  warnsAtEnd: random.next() < 0.5,
});

const anyPng = (random: Random): PngShape => ({
  ...anySize(random),
  bitDepth: random.of([1, 8, 8, 16, 16]),
  colourType: random.of([0, 2, 3, 4, 6]),
  interlaced: random.next() < 0.4,
  filter: random.of([0, 1, 2, 3, 4]),
  transparency: random.next() < 0.3,
  orientation: random.of([1, 1, 6, 3]),
  emptyChunks: random.of([0, 0, 1000, 90_000]),
  packedTextBytes: random.of([0, 0, 50_000_000]),
});

/** PNG allows only some depths for each kind of colour. */
const isPossible = ({ bitDepth, colourType }: PngShape): boolean =>
  bitDepth === 8 || (bitDepth === 16 ? colourType !== 3 : colourType === 0 || colourType === 3);

export const LIMITS = { ...DEFAULT_DECODE_LIMITS, seconds: 60 };

export type Measure = keyof Cost;

type OwnLimits = Parameters<DecoderProcess['decode']>[1];

interface Sized {
  readonly width: number;
  readonly height: number;
}

/** Searches for the JPEG and PNG files that cost a decoder the most time and the most memory. */
export async function expensiveImages(random: Random, tries: number): Promise<readonly ExpensiveImage[]> {
  const decoder = new DecoderProcess(LIMITS);
  await decoder.ready();
  const search = async <Shape extends Sized>(
    kind: string,
    measure: Measure,
    any: (random: Random) => Shape,
    make: (shape: Shape) => Buffer | null,
  ): Promise<ExpensiveImage> => {
    const { shape, cost } = await mostExpensive({
      random,
      any,
      tries,
      costOf: async (each) => {
        const { shape: accepted, ...figures } = await costOfLargest(decoder, each, make);
        return { shape: accepted, cost: figures[measure] };
      },
    });
    const name = `${kind} ${described(shape)}`;
    console.log(`most ${measure}: ${cost.toFixed(2)} for a ${name}`);
    return { name, image: make(shape) ?? Buffer.alloc(0) };
  };
  try {
    const found: ExpensiveImage[] = [];
    for (const measure of ['cpuSeconds', 'megabytes'] as const) {
      found.push(await search('JPEG', measure, anyJpeg, makeJpeg));
      found.push(
        await search('PNG', measure, anyPng, (shape) => (isPossible(shape) ? makePng(shape) : null)),
      );
    }
    return [...found, ...(await expensivePhotos(decoder))];
  } finally {
    decoder.close();
  }
}

const REJECTIONS = ['image-too-many-pixels', 'image-too-complex', 'image-too-many-bytes'];
/** Of a side, from one attempt to the next. */
const SMALLER = 0.85;

/** A shape costs the most where it is only just accepted: it is made smaller until it is. */
export async function costOfLargest<Shape extends Sized>(
  decoder: DecoderProcess,
  shape: Shape,
  make: (shape: Shape) => Buffer | null | Promise<Buffer | null>,
  own: OwnLimits = {},
): Promise<Cost & { readonly shape: Shape; readonly file: Buffer | null }> {
  let tried = shape;
  for (;;) {
    const file = await make(tried);
    if (file === null) return { shape: tried, file, cpuSeconds: 0, megabytes: 0 };
    const { rejection, ...cost } = await costOf(decoder, file, own);
    if (!REJECTIONS.includes(rejection ?? '') || tried.width < 64) return { shape: tried, file, ...cost };
    tried = { ...tried, width: Math.ceil(tried.width * SMALLER), height: Math.ceil(tried.height * SMALLER) };
  }
}

/** Real coefficients in every block, which no made file has: noise in several sizes and codings. */
async function expensivePhotos(decoder: DecoderProcess): Promise<readonly ExpensiveImage[]> {
  const tried: (ExpensiveImage & Cost)[] = [];
  for (const [width, height] of [
    [2290, 2290],
    [6500, 5000],
  ] as const) {
    for (const progressive of [false, true]) {
      for (const colours of ['4:2:0', '4:4:4', 'CMYK'] as const) {
        const image = await noise(width, height, progressive, colours);
        const name = `JPEG of noise ${width}x${height}, ${colours}${progressive ? ', progressive' : ''}`;
        tried.push({ name, image, ...(await costOf(decoder, image)) });
      }
    }
  }
  return (['cpuSeconds', 'megabytes'] as const).flatMap((measure) => {
    const [worst] = [...tried].sort((one, other) => other[measure] - one[measure]);
    if (worst === undefined) return [];
    console.log(`most ${measure}: ${worst[measure].toFixed(2)} for a ${worst.name}`);
    return [worst];
  });
}

async function noise(
  width: number,
  height: number,
  progressive: boolean,
  colours: '4:2:0' | '4:4:4' | 'CMYK',
): Promise<Buffer> {
  const tile = { width: 512, height: 512, channels: 3, background: '#888' } as const;
  const small = await sharp({ create: { ...tile, noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .png()
    .toBuffer();
  const image = sharp(small).resize(width, height, { kernel: 'nearest', fit: 'fill' });
  const quality = width > 5000 ? 30 : 80;
  return colours === 'CMYK'
    ? image.toColourspace('cmyk').jpeg({ quality, progressive }).toBuffer()
    : image.jpeg({ quality, progressive, chromaSubsampling: colours }).toBuffer();
}

async function costOf(
  decoder: DecoderProcess,
  file: Buffer,
  own: OwnLimits = {},
): Promise<Cost & { readonly rejection: string | null }> {
  await decoder.ready();
  const { pid } = decoder;
  await forgetPeak(pid);
  const before = await processFigures(pid);
  const rejection = await decoder.decode(file, own).then(
    () => null,
    (error: unknown) => {
      // Rejected or damaged: what that cost is the figure all the same.
      if (!(error instanceof EngineError)) throw error;
      return error.code;
    },
  );
  // Killed: it has used what its limits say.
  const after = await processFigures(pid).catch(() => null);
  if (after === null)
    return { rejection, cpuSeconds: LIMITS.cpuSeconds, megabytes: LIMITS.grownBytes / 2 ** 20 };
  return {
    rejection,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    megabytes: ((await peakBytes(pid)) - before.residentBytes) / 2 ** 20,
  };
}

const forgetPeak = (pid: number | undefined): Promise<void> =>
  writeFile(`/proc/${pid ?? 'self'}/clear_refs`, '5').catch(() => undefined);

async function peakBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 'self'}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

/** What is special about a shape, in one line of a table. */
function described(shape: Sized): string {
  const { width, height, ...rest } = shape;
  const facts = Object.entries(rest).flatMap(([key, value]) => {
    if (value === 0 || value === false) return [];
    if (Array.isArray(value))
      return [`${key} ${value.map((pair) => (pair as number[]).join('x')).join(' ')}`];
    return [value === true ? key : `${key} ${String(value)}`];
  });
  return `${width}x${height}, ${facts.join(', ')}`;
}
