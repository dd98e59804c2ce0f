import { attributeCrop } from './calibrate/attribute-crop.js';
import { attributeWeights } from './calibrate/attribute-weights.js';
import { faceScoreWeights } from './calibrate/face-score-weights.js';
import { faceRectangles } from './calibrate/face-rectangles.js';
import { landmarkOffsets } from './calibrate/landmark-offsets.js';
import { recognition } from './calibrate/recognition.js';
import { findEvalFolder } from './data/datasets.js';

/**
 * Fits the few numbers that the engine takes from evaluation data. The landmark offsets and the numbers of recognition are written to their files;
 * the others are printed beside those in use, for you to judge. Names on the command line choose some.
 */
const CALIBRATIONS = new Map<string, (folder: string) => Promise<void>>([
  ['landmark-offsets', landmarkOffsets],
  ['face-score', faceScoreWeights],
  ['face-rectangles', faceRectangles],
  ['recognition', recognition],
  ['attribute-crop', attributeCrop],
  ['attribute-weights', attributeWeights],
]);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CALIBRATIONS.has(name));
if (unknown.length > 0) {
  throw new Error(`No calibration ${unknown.join(', ')}; there are ${[...CALIBRATIONS.keys()].join(', ')}.`);
}
const folder = findEvalFolder();
for (const [name, calibrate] of CALIBRATIONS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}\n`);
  await calibrate(folder);
}
