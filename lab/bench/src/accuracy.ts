import { createProgressBar, openEngine } from '@facet/engine';
import { findEvalFolder } from './data/datasets.js';
import { attributes } from './measures/attributes.js';
import { crowds } from './measures/crowds.js';
import { landmarks } from './measures/landmarks.js';
import type { Figure, Measure } from './measures/measure.types.js';
import { orientations } from './measures/orientations.js';
import { pose } from './measures/pose.js';
import { recognition } from './measures/recognition.js';
import { printTable } from './print-table.js';
import { saveResults } from './save-results.js';

const MEASURES: Readonly<Record<string, Measure>> = {
  recognition,
  landmarks,
  crowds,
  attributes,
  pose,
  orientations,
};

const isReached = ({ value, target }: Figure): boolean =>
  'least' in target ? value >= target.least : value <= target.most;

const shown = ({ value, unit }: Figure): string =>
  unit === '%' || unit === '°' ? `${value.toFixed(2)} ${unit}` : `${Number(value.toFixed(3))} ${unit}`.trim();

/** Measures the engine on the evaluation data; names on the command line choose some of the measures. */
const folder = findEvalFolder();
const wanted = process.argv.slice(2);
const bar = createProgressBar(process.stderr);
const engine = await openEngine({ onProgress: bar.onProgress }).finally(() => {
  bar.close();
});
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...(await measure({ engine, folder })));
  }
} finally {
  await engine.close();
}
printTable(
  ['Measure', 'Value', 'Wanted', 'Count', ''],
  figures.map((figure) => [
    figure.measure,
    shown(figure),
    'least' in figure.target ? `≥ ${figure.target.least}` : `≤ ${figure.target.most}`,
    String(figure.count),
    isReached(figure) ? 'reached' : 'MISSED',
  ]),
);
if (wanted.length === 0) console.log(`\nSaved to ${await saveResults('accuracy', figures)}`);
if (!figures.every(isReached)) process.exitCode = 1;
