import { parseArgs } from 'node:util';
import { openEngine } from '@facet/engine';
import { openBenchPage, type BenchPage } from './browser/bench-page.js';
import { inPage } from './browser/page-functions.js';
import { compareFaces } from './browser/same-faces.js';
import { someOf } from './browser/some-of.js';
import { measureVectors } from './browser/web-vectors.js';
import { findEvalFolder, landmarkTruths, lfwPairs } from './data/datasets.js';
import { printTable } from './common/print-table.js';
import { saveResults } from './common/save-results.js';
import { median } from './speed/interleave.js';

/**
 * `npm run bench:browser`: `@facet/browser` in Chromium beside the engine, face-api and human. `--part speed` measures one
 * part. `--first 40` takes only that many photos of each set, and saves nothing; a set ends after `--minutes 30` anyway.
 */
const { values } = parseArgs({
  options: { first: { type: 'string' }, part: { type: 'string' }, minutes: { type: 'string' } },
});
const first = Number(values.first ?? Infinity);
const minutes = Number(values.minutes ?? 30);
const folder = findEvalFolder();

interface Figure {
  readonly measure: string;
  readonly bound: string;
  readonly value: string;
  readonly reached: boolean;
}

const PORTRAIT = '/photos/portrait.jpg';
const MEGABYTE = 1e6;
const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

/** Before any other part: the models must not be cached yet. */
async function coldLoad({ page, transferredBytes }: BenchPage): Promise<Figure[]> {
  const ms = await inPage(page, 'firstResult', PORTRAIT);
  const bytes = await transferredBytes();
  return [
    {
      measure: `Download before the first result (after ${(ms / 1000).toFixed(1)} s from loopback)`,
      bound: '≤ 14 MB',
      value: `${(bytes / MEGABYTE).toFixed(1)} MB`,
      reached: bytes <= 14 * MEGABYTE,
    },
  ];
}

async function sameFaces({ page }: BenchPage): Promise<Figure[]> {
  const sets = {
    '300-W': (await landmarkTruths(folder)).map(({ file }) => file),
    LFW: await lfwImages(),
  };
  const engine = await openEngine({ workers: 1 });
  const figures: Figure[] = [];
  for (const [set, photos] of Object.entries(sets)) {
    const faces = await compareFaces(page, engine, folder, someOf(photos, first, minutes));
    const others = `${faces.otherCounts} of ${faces.photos} photos with another number`;
    figures.push(
      {
        measure: `${set}, rectangles: largest difference (${faces.faces} faces, ${others})`,
        bound: '≤ 1 px',
        value: `${faces.largestBoxError.toFixed(2)} px`,
        reached: faces.largestBoxError <= 1 && faces.otherCounts === 0,
      },
      {
        measure: `${set}, landmarks: largest mean difference of a face`,
        bound: '≤ 0.5 px',
        value: `${faces.largestMeanLandmarkError.toFixed(2)} px`,
        reached: faces.largestMeanLandmarkError <= 0.5,
      },
      {
        measure: `${set}, same age range and gender`,
        bound: '≥ 99 %',
        value: percent(faces.sameAgeAndGender),
        reached: faces.sameAgeAndGender >= 0.99,
      },
    );
  }
  await engine.close();
  return figures;
}

const lfwImages = async (): Promise<string[]> => [
  ...new Set((await lfwPairs(folder)).flatMap(({ a, b }) => [a, b])),
];

async function vectors({ page }: BenchPage): Promise<Figure[]> {
  const images = await lfwImages();
  const measured = await measureVectors(page, folder, someOf(images, first, minutes));
  const { exact, web, largestDistance } = measured;
  return [
    {
      measure: `Vectors: largest distance to the native runtime (${measured.images} of ${images.length} images)`,
      bound: '≤ 0.02',
      value: largestDistance.toFixed(4),
      reached: largestDistance <= 0.02,
    },
    {
      measure: `False non-matches at 1e-4, 8-bit weights (threshold ${web.threshold.toFixed(4)}) against exact (${exact.threshold.toFixed(4)})`,
      bound: '≤ +0.1 points',
      value: `${percent(web.falseNonMatches)} against ${percent(exact.falseNonMatches)}`,
      reached: web.falseNonMatches - exact.falseNonMatches <= 0.001,
    },
  ];
}

async function speed({ page }: BenchPage): Promise<Figure[]> {
  const measured = await inPage(page, 'compareSpeed', PORTRAIT, 15);
  return (['faceApi', 'human'] as const).map((other) => {
    const { ms, ratio } = measured[other];
    return {
      measure: `Portrait of 1024 px: detection, points, age, gender (${measured.facetMs.toFixed(0)} ms) against ${other === 'human' ? 'human' : 'face-api with SSD'} (${ms.toFixed(0)} ms)`,
      bound: '≥ 3 ×',
      value: times(ratio),
      reached: ratio >= 3,
    };
  });
}

async function tracking({ page }: BenchPage): Promise<Figure[]> {
  const { facet, faceApi, longestBlockMs } = await inPage(page, 'compareTracking', 3, 4);
  const ratio = median(facet.map((fps, n) => fps / (faceApi[n] ?? NaN)));
  return [
    {
      measure: `Tracking, 640×480 (${median(facet).toFixed(1)} frames per second) against face-api's tiny detector (${median(faceApi).toFixed(1)})`,
      bound: '≥ 1.5 ×',
      value: times(ratio),
      reached: ratio >= 1.5,
    },
    {
      measure: 'Longest block of the page while tracking',
      bound: '≤ 50 ms',
      value: longestBlockMs === 0 ? '< 50 ms' : `${longestBlockMs.toFixed(0)} ms`,
      reached: longestBlockMs <= 50,
    },
  ];
}

const PARTS = { cold: coldLoad, faces: sameFaces, vectors, speed, tracking };

const bench = await openBenchPage(folder);
const figures: Figure[] = [];
let saved: string | null = null;
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (values.part !== undefined && values.part !== name) continue;
    process.stderr.write(`measuring: ${name} …\n`);
    const measured = await measure(bench);
    figures.push(...measured);
    if (values.first === undefined) saved = await saveResults('browser', measured, name);
  }
} finally {
  await bench.close();
}
printTable(
  ['Measure', 'Bound', 'Measured', 'Reached'],
  figures.map(({ measure, bound, value, reached }) => [measure, bound, value, reached ? 'yes' : 'no']),
);
if (saved !== null) console.log(`\nSaved to ${saved}`);
if (!figures.every(({ reached }) => reached)) process.exitCode = 1;
