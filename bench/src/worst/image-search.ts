import { readFile, writeFile } from 'node:fs/promises';
import { DEFAULT_DECODE_LIMITS, EngineError } from '@facet/engine';
import { DecoderProcess } from '@facet/engine/internals';
import { processFigures } from '@facet/testing';
import { makeJpeg, type JpegShape } from './jpeg-maker.js';
import { makePng, type PngShape } from './png-maker.js';
import { dearest, type Random } from './search.js';

export interface DearImage {
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
  const pixels = DEFAULT_DECODE_LIMITS.pixels * random.next() ** 2 + 1000;
  const width = Math.min(65_500, Math.max(8, Math.round(Math.sqrt(pixels) * 4 ** (random.next() * 2 - 1))));
  return { width, height: Math.min(65_500, Math.max(1, Math.floor(pixels / width))) };
}

const anyJpeg = (random: Random): JpegShape => ({
  ...anySize(random),
  sampling: random.of(SAMPLINGS),
  progressive: random.next() < 0.6,
  extraScans: random.of([0, 5, 10, 20, 40, 80, 99]),
  restartInterval: random.of([0, 0, 0, 1, 8]),
  noiseBytes: random.of([0, 100_000, 10_000_000]),
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

const limits = { ...DEFAULT_DECODE_LIMITS, seconds: 60 };

/** Searches for the JPEG and PNG files that cost a decoder the most time and the most memory. */
export async function dearImages(random: Random, tries: number): Promise<readonly DearImage[]> {
  const decoder = new DecoderProcess(limits);
  await decoder.ready();
  try {
    const found: DearImage[] = [];
    for (const measure of ['cpuSeconds', 'megabytes'] as const) {
      const jpeg = await dearest<JpegShape>({
        random,
        any: anyJpeg,
        tries,
        costOf: async (shape) => (await costOf(decoder, makeJpeg(shape)))[measure],
      });
      const png = await dearest<PngShape>({
        random,
        any: anyPng,
        tries,
        costOf: async (shape) => (isPossible(shape) ? (await costOf(decoder, makePng(shape)))[measure] : 0),
      });
      found.push(
        { name: `JPEG ${described(jpeg.shape)}`, image: makeJpeg(jpeg.shape) },
        { name: `PNG ${described(png.shape)}`, image: makePng(png.shape) },
      );
      console.log(`most ${measure}: ${jpeg.cost.toFixed(2)} ${found.at(-2)?.name ?? ''}`);
      console.log(`most ${measure}: ${png.cost.toFixed(2)} ${found.at(-1)?.name ?? ''}`);
    }
    return found;
  } finally {
    decoder.close();
  }
}

async function costOf(decoder: DecoderProcess, file: Buffer): Promise<Cost> {
  if (file.length > limits.bytes) return { cpuSeconds: 0, megabytes: 0 };
  const { pid } = decoder;
  await forgetPeak(pid);
  const before = await processFigures(pid);
  await decoder.decode(file).catch((error: unknown) => {
    // Refused or damaged: what that cost is the figure all the same.
    if (!(error instanceof EngineError)) throw error;
  });
  const after = await processFigures(pid);
  const peak = await peakBytes(pid);
  return {
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    megabytes: (peak - before.residentBytes) / 2 ** 20,
  };
}

const forgetPeak = (pid: number | undefined): Promise<void> =>
  writeFile(`/proc/${pid ?? 'self'}/clear_refs`, '5').catch(() => undefined);

async function peakBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid ?? 'self'}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

/** What is special about a shape, in one line of a table. */
function described(shape: JpegShape | PngShape): string {
  const { width, height, ...rest } = shape;
  const facts = Object.entries(rest).flatMap(([key, value]) => {
    if (value === 0 || value === false) return [];
    if (Array.isArray(value))
      return [`${key} ${value.map((pair) => (pair as number[]).join('x')).join(' ')}`];
    return [value === true ? key : `${key} ${String(value)}`];
  });
  return `${width}x${height}, ${facts.join(', ')}`;
}
