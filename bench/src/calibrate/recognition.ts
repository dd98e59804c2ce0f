import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MATCH_THRESHOLD, openEngine } from '@facet/engine';
import { embeddingOf } from '@facet/engine/internals';
import {
  crossPairs,
  falseMatchRate,
  falseNonMatchRate,
  thresholdAt,
  type CrossedPairs,
} from '../recognition/crossed-pairs.js';
import { lfwFaces } from '../recognition/lfw-faces.js';
import { impostorDistances } from '../recognition/tail.js';
import type { Calibration } from './calibration.types.js';

const REPOSITORY_ROOT = resolve(import.meta.dirname, '../../..');
const ENGINE_FILE = 'packages/engine/src/recognition/vector-calibration.ts';
const CLIENT_FILE = 'packages/client/src/gallery/search/impostor-distances.ts';
/** The share of different people who may match: between the 1 and 2 in 10,000 that are promised. */
const FALSE_MATCHES = 1.3e-4;
const MEAN_DIGITS = 5;
const DISTANCE_DIGITS = 4;
const NUMBERS_PER_LINE = 10;

interface Embedded {
  readonly person: string;
  readonly embedding: Float32Array;
}

interface Fit {
  readonly mean: readonly number[];
  /** The distance of unit vectors that becomes the match threshold. */
  readonly unitDistance: number;
}

/**
 * Fits what turns the net's embeddings into vectors, and measures how near different people come then. Written to the
 * sources of the engine and of the client. The check on halves shows what people bring who were not fitted on.
 */
export const recognition: Calibration = async (folder) => {
  const engine = await openEngine();
  const faces = await lfwFaces(engine, folder).finally(() => engine.close());
  const embedded = faces.map(({ person, vector }) => ({ person, embedding: embeddingOf(vector) }));
  const fit = fitOn(embedded);
  const pairs = pairsWith(fit, embedded);
  report('all, fitted on all', pairs);
  for (const [own, other] of halves(embedded))
    report('one half, fitted on the other', pairsWith(fitOn(other), own));
  await writeFile(resolve(REPOSITORY_ROOT, ENGINE_FILE), engineSource(fit));
  await writeFile(resolve(REPOSITORY_ROOT, CLIENT_FILE), clientSource(fit, pairs));
  console.log(`Wrote ${ENGINE_FILE} and ${CLIENT_FILE}; build again, then measure.`);
};

function fitOn(faces: readonly Embedded[]): Fit {
  const mean = meanOfPeople(faces).map((value) => Number(value.toFixed(MEAN_DIGITS)));
  const unit = faces.map((face) => ({ person: face.person, vector: centred(face.embedding, mean) }));
  const at = thresholdAt(crossPairs(unit, euclidean), FALSE_MATCHES);
  return { mean, unitDistance: Number(at.toFixed(DISTANCE_DIGITS)) };
}

/** Everybody counts once, however many photos there are of them. */
function meanOfPeople(faces: readonly Embedded[]): number[] {
  const photos = new Map<string, number>();
  for (const { person } of faces) photos.set(person, (photos.get(person) ?? 0) + 1);
  const mean = new Array<number>(faces[0]?.embedding.length ?? 0).fill(0);
  for (const { person, embedding } of faces) {
    const weight = 1 / (photos.get(person) ?? 1) / photos.size;
    for (const [i, value] of embedding.entries()) mean[i] = (mean[i] ?? 0) + weight * value;
  }
  return mean;
}

function pairsWith({ mean, unitDistance }: Fit, faces: readonly Embedded[]): CrossedPairs {
  const scale = MATCH_THRESHOLD / unitDistance;
  return crossPairs(
    faces.map((face) => ({
      person: face.person,
      vector: centred(face.embedding, mean).map((value) => value * scale),
    })),
    euclidean,
  );
}

function centred(embedding: Float32Array, mean: readonly number[]): Float32Array {
  const moved = embedding.map((value, i) => value - (mean[i] ?? 0));
  const length = Math.hypot(...moved);
  return moved.map((value) => value / length);
}

function euclidean(a: Float32Array, b: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return Math.sqrt(squares);
}

/** Each person in one of two halves, each half once as the one that is measured. */
function halves(faces: readonly Embedded[]): (readonly [Embedded[], Embedded[]])[] {
  const isFirst = ({ person }: Embedded): boolean =>
    createHash('sha256').update(person).digest().readUInt8(0) % 2 === 0;
  const first = faces.filter(isFirst);
  const second = faces.filter((face) => !isFirst(face));
  return [
    [first, second],
    [second, first],
  ];
}

function report(what: string, pairs: CrossedPairs): void {
  const matches = (1e4 * falseMatchRate(pairs, MATCH_THRESHOLD)).toFixed(2);
  const misses = (100 * falseNonMatchRate(pairs, MATCH_THRESHOLD)).toFixed(2);
  const counts = `${pairs.different.length.toLocaleString('en')} and ${pairs.same.length.toLocaleString('en')} pairs`;
  console.log(`${what}: ${matches} in 10,000 false matches, ${misses} % false non-matches (${counts})`);
}

/** Another fit is another model: its name follows from its numbers. */
const modelName = ({ mean, unitDistance }: Fit): string =>
  `sface-${createHash('sha256')
    .update(JSON.stringify([mean, unitDistance]))
    .digest('hex')
    .slice(0, 8)}`;

function engineSource(fit: Fit): string {
  const lines = Array.from({ length: Math.ceil(fit.mean.length / NUMBERS_PER_LINE) }, (_, i) =>
    fit.mean.slice(i * NUMBERS_PER_LINE, (i + 1) * NUMBERS_PER_LINE).join(', '),
  );
  return [
    '/** Made by `npm run bench:calibrate -- recognition`; vector.ts says what the numbers mean. */',
    `export const VECTOR_MODEL = '${modelName(fit)}';`,
    `export const UNIT_DISTANCE_AT_MATCH = ${fit.unitDistance};`,
    '// prettier-ignore',
    'export const MEAN_EMBEDDING: readonly number[] = [',
    ...lines.map((line) => `  ${line},`),
    '];',
    '',
  ].join('\n');
}

function clientSource(fit: Fit, pairs: CrossedPairs): string {
  return [
    '/** Made by `npm run bench:calibrate -- recognition`; search-threshold.ts says how the numbers are used. */',
    `export const VECTOR_MODEL = '${modelName(fit)}';`,
    '',
    '/**',
    ' * Of the pairs of different people, which share is nearer than a distance; what is not measured is extrapolated.',
    ` * From ${pairs.different.length.toLocaleString('en')} pairs.`,
    ' */',
    'export const IMPOSTOR_DISTANCES: readonly {',
    '  readonly share: number;',
    '  readonly distance: number;',
    '  readonly measured: boolean;',
    '}[] = [',
    ...impostorDistances(pairs).map(
      ({ share, distance, measured }) =>
        `  { share: ${share}, distance: ${distance}, measured: ${measured} },`,
    ),
    '];',
    '',
  ].join('\n');
}
