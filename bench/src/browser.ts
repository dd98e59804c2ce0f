import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureWebModels, openEngine } from '@facet/engine';
import { openModels, releaseModels } from '@facet/engine/internals';
import type { Page } from 'playwright-core';
import { openBenchPage } from './browser/bench-page.js';
import { inPage } from './browser/page-functions.js';
import { compareFaces, compareVectors } from './browser/same-answers.js';
import { falseNonMatchesOf } from './browser/web-vectors.js';
import { findEvalFolder, landmarkTruths, lfwPairs } from './data/datasets.js';
import { printTable } from './print-table.js';
import { saveResults } from './save-results.js';
import { median } from './speed/interleave.js';

/**
 * `npm run bench:browser`: `@facet/browser` in Chromium beside the engine, face-api and human. `--first 40` takes only that
 * many photos of each set; `--part speed` measures one part.
 */
const { values } = parseArgs({ options: { first: { type: 'string' }, part: { type: 'string' } } });
const first = Number(values.first ?? Infinity);
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
async function coldLoad(page: Page): Promise<Figure[]> {
  const ms = await inPage(page, 'firstResult', PORTRAIT);
  const models = await ensureWebModels({});
  const web = join(
    dirname(createRequire(import.meta.url).resolve('@facet/browser/package.json')),
    'dist',
    'web',
  );
  const sizeOf = async (path: string): Promise<number> => (await readFile(path)).length;
  const needed = [...models].filter(([name]) => !/^(embedder|blendshapes|spoof)-/.test(name));
  const names = ['index.js', 'worker.js', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];
  const runtime = await Promise.all(names.map((name) => sizeOf(join(web, `${name}.br`))));
  const weights = await Promise.all(needed.map(([, path]) => sizeOf(path)));
  const bytes = [...runtime, ...weights].reduce((sum, each) => sum + each, 0);
  return [
    {
      measure: `Download before the first result (after ${(ms / 1000).toFixed(1)} s from loopback)`,
      bound: '≤ 14 MB',
      value: `${(bytes / MEGABYTE).toFixed(1)} MB`,
      reached: bytes <= 14 * MEGABYTE,
    },
  ];
}

async function sameAnswers(page: Page): Promise<Figure[]> {
  const photos = (await landmarkTruths(folder)).map(({ file }) => file).slice(0, first);
  const engine = await openEngine({ workers: 1 });
  const faces = await compareFaces(page, engine, folder, photos);
  await engine.close();
  const models = await openModels({}, 1, 'web');
  const images = (await lfwImages()).slice(0, first);
  const vectors = await compareVectors(page, models, folder, images);
  await releaseModels(models);
  return [
    {
      measure: `Rectangles: largest difference (${faces.faces} faces, ${faces.otherCounts} photos with another number)`,
      bound: '≤ 1 px',
      value: `${faces.largestBoxError.toFixed(2)} px`,
      reached: faces.largestBoxError <= 1 && faces.otherCounts === 0,
    },
    {
      measure: 'Landmarks: largest mean difference of a face',
      bound: '≤ 0.5 px',
      value: `${faces.largestMeanLandmarkError.toFixed(2)} px`,
      reached: faces.largestMeanLandmarkError <= 0.5,
    },
    {
      measure: 'Same age range and gender',
      bound: '≥ 99 %',
      value: percent(faces.sameAgeAndGender),
      reached: faces.sameAgeAndGender >= 0.99,
    },
    {
      measure: `Vectors: largest distance to the native runtime (${images.length} images)`,
      bound: '≤ 0.02',
      value: vectors.toFixed(4),
      reached: vectors <= 0.02,
    },
  ];
}

const lfwImages = async (): Promise<string[]> => [
  ...new Set((await lfwPairs(folder)).flatMap(({ a, b }) => [a, b])),
];

async function webVectors(): Promise<Figure[]> {
  const images = (await lfwImages()).slice(0, first);
  const exact = await falseNonMatchesOf(images, undefined);
  const web = await falseNonMatchesOf(images, 'web');
  const more = web.rate - exact.rate;
  return [
    {
      measure: `False non-matches at 1e-4, 8-bit weights (threshold ${web.threshold.toFixed(4)}) against exact (${exact.threshold.toFixed(4)})`,
      bound: '≤ +0.1 points',
      value: `${percent(web.rate)} against ${percent(exact.rate)}`,
      reached: more <= 0.001,
    },
  ];
}

async function speed(page: Page): Promise<Figure[]> {
  const ms = await inPage(page, 'compareSpeed', PORTRAIT, 7);
  return (['faceApi', 'human'] as const).map((other) => {
    const ratio = median(ms[other].map((each, n) => each / (ms.facet[n] ?? NaN)));
    return {
      measure: `Portrait of 1024 px: detection, points, age, gender (${median(ms.facet).toFixed(0)} ms) against ${other === 'human' ? 'human' : 'face-api with SSD'} (${median(ms[other]).toFixed(0)} ms)`,
      bound: '≥ 3 ×',
      value: times(ratio),
      reached: ratio >= 3,
    };
  });
}

async function tracking(page: Page): Promise<Figure[]> {
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

const PARTS = { cold: coldLoad, same: sameAnswers, vectors: webVectors, speed, tracking };

const { page, close } = await openBenchPage(folder);
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (values.part !== undefined && values.part !== name) continue;
    process.stderr.write(`measuring: ${name} …\n`);
    figures.push(...(await measure(page)));
  }
} finally {
  await close();
}
printTable(
  ['Measure', 'Bound', 'Measured', 'Reached'],
  figures.map(({ measure, bound, value, reached }) => [measure, bound, value, reached ? 'yes' : 'no']),
);
if (values.part === undefined) console.log(`\nSaved to ${await saveResults('browser', figures)}`);
if (!figures.every(({ reached }) => reached)) process.exitCode = 1;
