import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MATCH_THRESHOLD, openEngine } from '@facet/engine';
import { CHILD_SHARE, embeddingOf } from '@facet/analysis/recognition/vector.js';
import {
  crossPairs,
  falseMatchRate,
  falseNonMatchRate,
  thresholdAt,
  type CrossedPairs,
} from '../recognition/crossed-pairs.js';
import { fairFaceFaces, lfwFaces } from '../recognition/lfw-faces.js';
import { impostorDistances } from '../recognition/tail.js';
import { REPOSITORY_ROOT } from '../common/repository.js';

const ENGINE_FILE = 'packages/analysis/src/recognition/vector-calibration.ts';
const ENGINE_TABLE_FILE = 'packages/analysis/src/recognition/impostor-distances.ts';
const GALLERY_FILE = 'packages/gallery/src/search/impostor-distances.ts';
/** The share of different people who may match: between the 1 and 2 in 10,000 that are promised. */
const FALSE_MATCHES = 1.3e-4;
const MEAN_DIGITS = 5;
const DISTANCE_DIGITS = 4;
const NUMBERS_PER_LINE = 10;
/** The model puts children of FairFace's groups 0 to 2 and 3 to 9 years close together. */
const GROWN_UP = 10;

interface Embedded {
  readonly person: string;
  readonly embedding: Float32Array;
}

interface Child {
  /** The first year of the age group. */
  readonly minAge: number;
  readonly embedding: Float32Array;
}

interface Fit {
  readonly mean: readonly number[];
  /** The directions in which children lie from the mean, at right angles to each other and of unit length. */
  readonly children: readonly (readonly number[])[];
  /** The distance of unit vectors that becomes the match threshold. */
  readonly unitDistance: number;
}

/**
 * Fits what turns the model's embeddings into vectors, and measures how near different people come then. Written to the
 * sources of the engine and of the gallery. The check on halves shows what people bring who were not fitted on.
 */
export async function recognition(folder: string): Promise<void> {
  const engine = await openEngine();
  const [faces, labelled] = await (async () =>
    [await lfwFaces(engine, folder), await fairFaceFaces(engine, folder)] as const)().finally(() =>
    engine.close(),
  );
  const embedded = faces.map(({ person, vector }) => ({ person, embedding: embeddingOf(vector) }));
  const children = labelled
    .filter(({ truth }) => truth.maxAge < GROWN_UP)
    .map(({ vector, truth }) => ({ minAge: truth.minAge, embedding: embeddingOf(vector) }));
  const fit = fitOn(embedded, children);
  const pairs = pairsWith(fit, embedded);
  report('all, fitted on all', pairs);
  for (const [own, other] of halves(embedded)) {
    report('one half, fitted on the other', pairsWith(fitOn(other, children), own));
  }
  reportChildren(fit, children);
  await writeFile(resolve(REPOSITORY_ROOT, ENGINE_FILE), engineSource(fit));
  await writeFile(resolve(REPOSITORY_ROOT, ENGINE_TABLE_FILE), engineTable(pairs));
  await writeFile(resolve(REPOSITORY_ROOT, GALLERY_FILE), gallerySource(fit, pairs));
  console.log(`Wrote ${ENGINE_FILE}, ${ENGINE_TABLE_FILE} and ${GALLERY_FILE}; build again, then measure.`);
}

function fitOn(faces: readonly Embedded[], children: readonly Child[]): Fit {
  const mean = meanOfPeople(faces).map(rounded);
  const directions = childDirections(children, mean).map((direction) => direction.map(rounded));
  const unit = faces.map((face) => ({
    person: face.person,
    vector: unitVector(face.embedding, mean, directions),
  }));
  const at = thresholdAt(crossPairs(unit, euclidean), FALSE_MATCHES);
  return { mean, children: directions, unitDistance: Number(at.toFixed(DISTANCE_DIGITS)) };
}

const rounded = (value: number): number => Number(value.toFixed(MEAN_DIGITS));

/** From the mean of everybody to the mean of each age group; of each, what the ones before do not have. */
function childDirections(children: readonly Child[], mean: readonly number[]): number[][] {
  const directions: number[][] = [];
  for (const minAge of [...new Set(children.map((child) => child.minAge))].sort((a, b) => a - b)) {
    const group = children.filter((child) => child.minAge === minAge);
    let direction = mean.map(
      (value, i) => group.reduce((sum, { embedding }) => sum + (embedding[i] ?? 0), 0) / group.length - value,
    );
    for (const before of directions) {
      const along = direction.reduce((sum, value, i) => sum + value * (before[i] ?? 0), 0);
      direction = direction.map((value, i) => value - along * (before[i] ?? 0));
    }
    const length = Math.hypot(...direction);
    directions.push(direction.map((value) => value / length));
  }
  return directions;
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

function pairsWith(fit: Fit, faces: readonly Embedded[]): CrossedPairs {
  return crossPairs(
    faces.map(({ person, embedding }) => ({ person, vector: vectorWith(fit, embedding) })),
    euclidean,
  );
}

function vectorWith({ mean, children, unitDistance }: Fit, embedding: Float32Array): Float32Array {
  const scale = MATCH_THRESHOLD / unitDistance;
  return unitVector(embedding, mean, children).map((value) => value * scale);
}

/** As the engine makes its vectors, at unit length and with other numbers than those that it has now. */
function unitVector(
  embedding: Float32Array,
  mean: readonly number[],
  children: readonly (readonly number[])[],
): Float32Array {
  const centred = embedding.map((value, i) => value - (mean[i] ?? 0));
  const moved = centred.slice();
  for (const direction of children) {
    const along = centred.reduce((sum, value, i) => sum + value * (direction[i] ?? 0), 0);
    for (const [i, value] of moved.entries())
      moved[i] = value - (1 - CHILD_SHARE) * along * (direction[i] ?? 0);
  }
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

/** Half of the children of each group, with directions fitted on the other half and, to compare, with none. */
function reportChildren(fit: Fit, children: readonly Child[]): void {
  const minAges = [...new Set(children.map((child) => child.minAge))];
  for (const minAge of minAges) {
    const matches = (isFitted: boolean): number => {
      const distances = [0, 1].flatMap((half) => {
        const others = children.filter((_, i) => i % 2 !== half);
        const directions = isFitted ? childDirections(others, fit.mean) : [];
        const vectors = children
          .filter((child, i) => i % 2 === half && child.minAge === minAge)
          .map(({ embedding }) => vectorWith({ ...fit, children: directions }, embedding));
        return vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => euclidean(a, b)));
      });
      return distances.filter((apart) => apart < MATCH_THRESHOLD).length / distances.length;
    };
    const [before, after] = [false, true].map((isFitted) => (100 * matches(isFitted)).toFixed(1));
    console.log(
      `children from ${minAge} years: ${before} % of different ones match without the directions, ${after} % with those of others`,
    );
  }
}

/** Another fit is another model: its name follows from its numbers. */
const modelName = ({ mean, children, unitDistance }: Fit): string =>
  `sface-${createHash('sha256')
    .update(JSON.stringify([mean, children, unitDistance]))
    .digest('hex')
    .slice(0, 8)}`;

function engineSource(fit: Fit): string {
  return [
    '/** Made by `npm run bench:calibrate -- recognition`; vector.ts says what the numbers mean. */',
    `export const VECTOR_MODEL = '${modelName(fit)}';`,
    `export const UNIT_DISTANCE_AT_MATCH = ${fit.unitDistance};`,
    '// prettier-ignore',
    'export const MEAN_EMBEDDING: readonly number[] = [',
    ...numberLines(fit.mean, '  '),
    '];',
    '// prettier-ignore',
    'export const CHILD_DIRECTIONS: readonly (readonly number[])[] = [',
    ...fit.children.flatMap((direction) => ['  [', ...numberLines(direction, '    '), '  ],']),
    '];',
    '',
  ].join('\n');
}

const numberLines = (numbers: readonly number[], indent: string): string[] =>
  Array.from(
    { length: Math.ceil(numbers.length / NUMBERS_PER_LINE) },
    (_, i) => `${indent}${numbers.slice(i * NUMBERS_PER_LINE, (i + 1) * NUMBERS_PER_LINE).join(', ')},`,
  );

/** The gallery imports no other package, so it has a table of its own; a test compares the two. */
const engineTable = (pairs: CrossedPairs): string =>
  [
    '/** Made by `npm run bench:calibrate -- recognition`, together with the same table in the gallery. */',
    ...impostorTable(pairs),
  ].join('\n');

const gallerySource = (fit: Fit, pairs: CrossedPairs): string =>
  [
    '/** Made by `npm run bench:calibrate -- recognition`; search-threshold.ts says how the numbers are used. */',
    `export const VECTOR_MODEL = '${modelName(fit)}';`,
    '',
    ...impostorTable(pairs),
  ].join('\n');

function impostorTable(pairs: CrossedPairs): string[] {
  return [
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
  ];
}
