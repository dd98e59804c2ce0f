import { attributeCrop } from './calibrate/attribute-crop.js';
import { attributeWeights } from './calibrate/attribute-weights.js';
import { faceScoreWeights } from './calibrate/face-score-weights.js';
import { faceRectangles } from './calibrate/face-rectangles.js';
import { landmarkOffsets } from './calibrate/landmark-offsets.js';
import { recognition } from './calibrate/recognition.js';
import { chosenParts } from './common/chosen-parts.js';
import { findEvalFolder } from './data/datasets.js';

/**
 * Fits the few numbers that the engine takes from evaluation data. The landmark offsets and the numbers of recognition are
 * written to their files; the others are printed beside those in use, for you to judge. Names on the command line choose some.
 */
const CALIBRATIONS: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  'landmark-offsets': landmarkOffsets,
  'face-score': faceScoreWeights,
  'face-rectangles': faceRectangles,
  recognition,
  'attribute-crop': attributeCrop,
  'attribute-weights': attributeWeights,
};

const calibrations = chosenParts(CALIBRATIONS);
const folder = findEvalFolder();
for (const [name, calibrate] of calibrations) {
  console.log(`\n${name}\n`);
  await calibrate(folder);
}
