import { chunksOf, PNG_SIGNATURE, pngOf, type PngChunk } from './png-chunks.js';
import type { Random } from './random.js';

type Mutation = (image: Buffer, random: Random, others: readonly Buffer[]) => Buffer;

/** Boundary values at which parsers of lengths and sizes tend to fail. */
const EDGES = [
  0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff,
];

const copyOf = (image: Buffer): Buffer => Buffer.from(image);

const flipBits: Mutation = (image, random) => {
  const out = copyOf(image);
  for (let n = 1 + random.below(8); n > 0; n--) {
    const at = random.below(out.length);
    out[at] = (out[at] ?? 0) ^ (1 << random.below(8));
  }
  return out;
};

/** Most of what a parser relies on is near the start. */
const flipInHeader: Mutation = (image, random) => {
  const out = copyOf(image);
  for (let n = 1 + random.below(4); n > 0; n--)
    out[random.below(Math.min(out.length, 700))] = random.below(256);
  return out;
};

const writeEdge: Mutation = (image, random) => {
  const out = copyOf(image);
  if (out.length < 4) return out;
  const at = random.below(out.length - 3);
  const edge = random.pick(EDGES);
  if (random.below(2) === 0) out.writeUInt32BE(edge, at);
  else out.writeUInt16BE(edge & 0xffff, at);
  return out;
};

const cutOff: Mutation = (image, random) => image.subarray(0, 1 + random.below(image.length));

const cutOut: Mutation = (image, random) => {
  const from = random.below(image.length);
  return Buffer.concat([image.subarray(0, from), image.subarray(from + 1 + random.below(64))]);
};

const insertNoise: Mutation = (image, random) => {
  const at = random.below(image.length);
  const noise = Buffer.from(Array.from({ length: 1 + random.below(64) }, () => random.below(256)));
  return Buffer.concat([image.subarray(0, at), noise, image.subarray(at)]);
};

const repeatPart: Mutation = (image, random) => {
  const at = random.below(image.length);
  const part = image.subarray(at, at + 1 + random.below(200));
  const times = 1 + random.below(50);
  return Buffer.concat([
    image.subarray(0, at),
    ...Array.from({ length: times }, () => part),
    image.subarray(at),
  ]);
};

const blank: Mutation = (image, random) => {
  const out = copyOf(image);
  const at = random.below(out.length);
  return out.fill(random.pick([0, 0xff]), at, Math.min(out.length, at + 1 + random.below(100)));
};

const splice: Mutation = (image, random, others) => {
  const other = random.pick(others);
  return Buffer.concat([
    image.subarray(0, random.below(image.length)),
    other.subarray(random.below(other.length)),
  ]);
};

/** Damage with corrected checksums, so that it is not detected by them. */
const inChunks: Mutation = (image, random, others) => {
  if (!image.subarray(0, 8).equals(PNG_SIGNATURE)) return inSegments(image, random, others);
  const chunks = chunksOf(image);
  const n = random.below(chunks.length);
  const chosen = chunks[n];
  if (chosen === undefined) return image;
  const changed: PngChunk =
    chosen.data.length === 0
      ? { ...chosen, type: 'IDAT' }
      : { ...chosen, data: flipInHeader(chosen.data, random, others) };
  const variants = [
    chunks.with(n, changed),
    chunks.toSpliced(n, 1),
    chunks.toSpliced(n, 0, chosen),
    chunks.with(n, {
      ...chosen,
      type: random.pick(['PLTE', 'tRNS', 'IDAT', 'eXIf', 'IEND', 'acTL', 'fdAT', 'iCCP']),
    }),
    chunks.toReversed(),
  ];
  return pngOf(random.pick(variants));
};

/** Changes the kind or the length of one segment of a JPEG. */
const inSegments: Mutation = (image, random) => {
  const out = copyOf(image);
  const starts: number[] = [];
  for (let at = 2; at + 4 < out.length && out[at] === 0xff; at += 2 + out.readUInt16BE(at + 2))
    starts.push(at);
  if (starts.length === 0) return out;
  const at = random.pick(starts);
  if (random.below(2) === 0) out[at + 1] = 0xc0 + random.below(64);
  else out.writeUInt16BE(random.below(0x10000), at + 2);
  return out;
};

const MUTATIONS = [
  flipBits,
  flipInHeader,
  writeEdge,
  cutOff,
  cutOut,
  insertNoise,
  repeatPart,
  blank,
  splice,
  inChunks,
  inSegments,
];

/** One mutant: a base image, changed one to three times. */
export function mutant(bases: readonly Buffer[], random: Random): Buffer {
  let image = random.pick(bases);
  for (let times = 1 + random.below(3); times > 0 && image.length > 0; times--)
    image = random.pick(MUTATIONS)(image, random, bases);
  return image;
}
