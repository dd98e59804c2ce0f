import { chosenParts, isChosen } from './common/chosen-parts.js';
import { isReached, printFigures, type Figure } from './common/figure.js';
import { saveResults } from './common/save-results.js';
import { startEngine } from './common/start-engine.js';
import { findEvalFolder } from './data/datasets.js';
import { attributes } from './measures/attributes.js';
import { crowds } from './measures/crowds.js';
import { landmarks } from './measures/landmarks.js';
import type { Measure } from './measures/measure.types.js';
import { orientations } from './measures/orientations.js';
import { pose } from './measures/pose.js';
import { recognition } from './measures/recognition.js';

const MEASURES: Readonly<Record<string, Measure>> = {
  recognition,
  landmarks,
  crowds,
  attributes,
  pose,
  orientations,
};

const shown = ({ value, unit }: Figure): string =>
  unit === '%' || unit === '°' ? value.toFixed(2) : String(Number(value.toFixed(3)));

/** Measures the engine on the evaluation data; names on the command line choose some of the measures. */
const folder = findEvalFolder();
const measures = chosenParts(MEASURES);
const engine = await startEngine();
const figures: Figure[] = [];
try {
  for (const [name, measure] of measures) {
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...(await measure({ engine, folder })));
  }
} finally {
  await engine.close();
}
printFigures(figures, shown);
if (!isChosen) console.log(`\nSaved to ${await saveResults('accuracy', figures)}`);
if (!figures.every(isReached)) process.exitCode = 1;
