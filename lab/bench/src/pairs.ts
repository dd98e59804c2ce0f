import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MATCH_THRESHOLD, openEngine, VECTOR_MODEL } from '@facet/engine';
import { REPOSITORY_ROOT } from './common/repository.js';
import { findEvalFolder } from './data/datasets.js';
import { printTable } from './common/print-table.js';
import { crossPairs, falseMatchRate, falseNonMatchRate, thresholdAt } from './recognition/crossed-pairs.js';
import { errorPlot } from './recognition/error-plot.js';
import { compareGroups } from './recognition/groups.js';
import { fairFaceFaces, lfwFaces } from './recognition/lfw-faces.js';
import { impostorDistances } from './recognition/tail.js';
import { saveResults } from './common/save-results.js';

/**
 * Every face of LFW View 1 against every other: the errors at 0.5 and over all thresholds, the thresholds for given
 * shares of false matches, and how near different people of one group of FairFace come. Draws the plot of the docs.
 */
const PLOT = 'docs/images/match-errors.svg';
const SHOWN_SHARES = [1e-3, 1e-4, 1e-5, 1e-6];
const NEAR_SHARE = 1e-2;

const folder = findEvalFolder();
const engine = await openEngine();
const [faces, groupFaces] = await measured().finally(() => engine.close());

const pairs = crossPairs(faces);
const atMatch = {
  falseMatches: falseMatchRate(pairs, MATCH_THRESHOLD),
  falseNonMatches: falseNonMatchRate(pairs, MATCH_THRESHOLD),
  differentPairs: pairs.different.length,
  samePairs: pairs.same.length,
};
console.log(
  `At ${MATCH_THRESHOLD}: ${(1e4 * atMatch.falseMatches).toFixed(2)} false matches in 10,000 (${atMatch.differentPairs} pairs), ` +
    `${(100 * atMatch.falseNonMatches).toFixed(2)} % false non-matches (${atMatch.samePairs} pairs)\n`,
);

const thresholds = impostorDistances(pairs)
  .filter(({ share }) => SHOWN_SHARES.includes(share))
  .reverse()
  .map((point) => ({ ...point, falseNonMatches: falseNonMatchRate(pairs, point.distance) }));
printTable(
  ['False matches', 'Threshold', 'False non-matches', ''],
  thresholds.map(({ share, distance, measured: isMeasured, falseNonMatches }) => [
    `1 in ${(1 / share).toLocaleString('en')}`,
    distance.toFixed(3),
    `${(100 * falseNonMatches).toFixed(2)} %`,
    isMeasured ? '' : 'extrapolated',
  ]),
);

const groups = compareGroups(groupFaces, thresholdAt(pairs, NEAR_SHARE));
console.log();
printTable(
  [
    'FairFace',
    'Faces',
    'Pairs',
    'Median distance',
    `Nearer than ${thresholdAt(pairs, NEAR_SHARE).toFixed(3)}`,
    'Matches',
  ],
  groups.map(({ group, faces: count, pairs: pairCount, median, near, matches }) => [
    group,
    String(count),
    pairCount.toLocaleString('en'),
    median.toFixed(3),
    `${(100 * near).toFixed(1)} %`,
    `${(100 * matches).toFixed(2)} %`,
  ]),
);

await writeFile(resolve(REPOSITORY_ROOT, PLOT), errorPlot(pairs));
const results = { model: VECTOR_MODEL, atMatch, thresholds, groups };
console.log(`\nDrew ${PLOT}. Saved to ${await saveResults('pairs', results)}`);
if (atMatch.falseMatches > 2e-4 || atMatch.falseNonMatches > 0.013) process.exitCode = 1;

async function measured(): Promise<
  readonly [Awaited<ReturnType<typeof lfwFaces>>, Awaited<ReturnType<typeof fairFaceFaces>>]
> {
  return [await lfwFaces(engine, folder), await fairFaceFaces(engine, folder)];
}
