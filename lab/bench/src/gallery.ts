import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measureClusters, syntheticFaces, type ClusterFigure } from './gallery/measure-clusters.js';
import { GALLERY_SIZES, measurePeople, type PeopleFigure } from './gallery/measure-people.js';
import { measureSearch, type SearchFigure } from './gallery/measure-search.js';
import { LIKE_FACES, RANDOM } from './gallery/synthetic-vectors.js';
import type { LargeFigure } from './gallery/ten-million.js';
import { printTable } from './common/print-table.js';
import { realFaces } from './recognition/real-faces.js';
import { saveResults } from './common/save-results.js';

/** One million vectors on one core. */
const MAX_CPU_MS = 60;
const MAX_BYTES = 6e9;

/** For a gallery of 200 people or more with its own threshold: the highest false positive rate, the fewest people found. */
const MAX_FALSE_POSITIVES = 0.02;
const MIN_FOUND = 0.96;

/**
 * Measures the false positive rate of a search and how many people it finds, the 1:n search against the
 * naive scan in the same run, and the clustering of a collection. `--people` measures only the first;
 * `--ten-million` fills a gallery of ten million (6 GB of memory, some minutes); `--large-collection` clusters 100,000.
 */
const options = new Set(process.argv.slice(2));

process.stderr.write('taking the vectors of real faces …\n');
const lfw = await realFaces();
const people =
  lfw === undefined
    ? []
    : GALLERY_SIZES.flatMap((gathering) => measurePeople(lfw.faces, lfw.fillers, gathering));
printPeople(people);
if (people.length > 0) console.log(`\nSaved to ${await saveResults('gallery', people, 'people')}\n`);
if (!people.every(isTrustworthy)) process.exitCode = 1;
if (options.has('--people')) process.exit();

process.stderr.write('searching among vectors like faces …\n');
const search = measureSearch(LIKE_FACES, true);
process.stderr.write('searching among random vectors …\n');
search.push(...measureSearch(RANDOM, false));
printSearch(search);

process.stderr.write('clustering …\n');
const clusters = clusterCollections();
console.log();
printClusters(clusters);

const large = options.has('--ten-million') ? await measureTenMillion() : undefined;
if (large !== undefined) printLarge(large);

console.log(
  `\nSaved to ${await saveResults('gallery', { search, clusters, ...(large && { large }) }, 'search')}`,
);
const isReached =
  search.every(({ recall }) => recall === 1) &&
  search.every(({ vectors, cpu50 }) => vectors < 1_000_000 || cpu50 < MAX_CPU_MS) &&
  (large === undefined || (large.peakBytes < MAX_BYTES && large.found === large.queries));
if (!isReached) process.exitCode = 1;

function clusterCollections(): ClusterFigure[] {
  const figures = [measureClusters('like faces', syntheticFaces(2_000, 5))];
  if (options.has('--large-collection'))
    figures.push(measureClusters('like faces', syntheticFaces(20_000, 5)));
  const thresholds = [0.42, undefined, 0.5];
  if (lfw !== undefined)
    figures.push(...thresholds.map((threshold) => measureClusters('LFW', lfw.faces, threshold)));
  return figures;
}

/** The faces of LFW, and those of FairFace to fill a gallery up; nothing where there is no evaluation data. */
async function measureTenMillion(): Promise<LargeFigure> {
  process.stderr.write('filling a gallery of ten million …\n');
  const script = join(import.meta.dirname, 'gallery', 'ten-million.js');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 1_800_000 });
  return JSON.parse(stdout) as LargeFigure;
}

function isTrustworthy({ people: enrolled, searchedWith, falsePositiveRate, found }: PeopleFigure): boolean {
  const isJudged = enrolled >= 200 && searchedWith === 'false positive rate 0.01';
  return !isJudged || (falsePositiveRate <= MAX_FALSE_POSITIVES && found >= MIN_FOUND);
}

function printPeople(figures: readonly PeopleFigure[]): void {
  printTable(
    ['People', 'Photos each', 'Searched with', 'Threshold', 'False positives', 'of', 'Found first', 'of'],
    figures.map((figure) => [
      figure.people.toLocaleString('en'),
      String(figure.photos),
      figure.searchedWith,
      figure.threshold.toFixed(3),
      `${(100 * figure.falsePositiveRate).toFixed(2)} %`,
      figure.notEnrolled.toLocaleString('en'),
      `${(100 * figure.found).toFixed(2)} %`,
      figure.probes.toLocaleString('en'),
    ]),
  );
}

function printSearch(figures: readonly SearchFigure[]): void {
  printTable(
    [
      'Distribution',
      'Vectors',
      'Build s',
      'Bytes each',
      'Search',
      'p50 ms',
      'p95 ms',
      'CPU ms',
      'Naive CPU ms',
      'Faster',
      'Recall',
    ],
    figures.map((figure) => [
      figure.distribution,
      figure.vectors.toLocaleString('en'),
      figure.buildSeconds.toFixed(1),
      figure.bytesPerVector?.toFixed(0) ?? '',
      figure.search,
      figure.p50.toFixed(2),
      figure.p95.toFixed(2),
      figure.cpu50.toFixed(2),
      figure.naiveCpu50.toFixed(2),
      `${(figure.naiveCpu50 / figure.cpu50).toFixed(1)}×`,
      figure.recall.toFixed(3),
    ]),
  );
}

function printClusters(figures: readonly ClusterFigure[]): void {
  printTable(
    ['Collection', 'Faces', 'People', 'Threshold', 'Groups', 'Precision', 'Recall', 'F', 'CPU s'],
    figures.map((figure) => [
      figure.collection,
      figure.faces.toLocaleString('en'),
      figure.people.toLocaleString('en'),
      `${figure.threshold}`,
      figure.groups.toLocaleString('en'),
      ...[figure.precision, figure.recall, figure.f].map((value) => value.toFixed(4)),
      figure.cpuSeconds.toFixed(1),
    ]),
  );
}

function printLarge({ vectors, buildSeconds, peakBytes, p50, cpu50, found, queries }: LargeFigure): void {
  console.log(
    `\n${vectors.toLocaleString('en')} vectors: ${(peakBytes / 1e9).toFixed(2)} GB at most, ` +
      `${buildSeconds.toFixed(0)} s to build, ${p50.toFixed(0)} ms per search (${cpu50.toFixed(0)} ms of one core), ` +
      `${found} of ${queries} found`,
  );
}
