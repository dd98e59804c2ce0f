import type { Box } from '@facet/engine';
import {
  evidence,
  isSameFace,
  LARGE_SIDE,
  MAX_PRESENCE,
  SMALL_FACE_WEIGHTS,
  type Weights,
} from '@facet/engine/internals';
import { fitLogistic } from '../fit/logistic.js';
import { counts, judge } from '../measures/crowds.js';
import { printTable } from '../print-table.js';
import type { Calibration } from './calibration.types.js';
import { crowdCandidates, type Crowd, type CrowdCandidate } from './crowd-candidates.js';

const RIDGE = 0.1;
/** Wanted are at most 0.4 false faces per image; the margin is for images that nobody has seen. */
const MAX_FALSE = 0.3;
const SHIFT_STEP = 0.05;
const MAX_SHIFT = 4;

/** The weights of the nets' logits for small faces, and the constant that keeps false detections few. */
export const evidenceWeights: Calibration = async (folder) => {
  const crowds = await crowdCandidates(folder);
  const small = crowds.flatMap(({ candidates }) => candidates).filter((c) => c.relativeSide < LARGE_SIDE);
  const fitted = fitWeights(small);
  const shifted = shift(fitted, crowds);
  console.log(`${small.length} candidates, ${small.filter(({ isFace }) => isFace).length} of them faces\n`);
  printTable(
    ['', 'constant', 'detector', 'presence', 'witness', 'recall', 'false per image'],
    [
      row('in use', SMALL_FACE_WEIGHTS, crowds),
      row('fitted', fitted, crowds),
      row('shifted', shifted, crowds),
    ],
  );
};

function row(name: string, weights: Weights, crowds: readonly Crowd[]): string[] {
  const { constant, detector, presence, witness } = weights;
  const { recall, wrong } = outcome(weights, crowds);
  const numbers = [constant, detector, presence, witness, recall, wrong];
  return [name, ...numbers.map((value) => value.toFixed(3))];
}

const featuresOf = ({ detector, presence, witness }: CrowdCandidate): number[] => [
  1,
  detector,
  Math.min(presence, MAX_PRESENCE),
  witness,
];

function fitWeights(candidates: readonly CrowdCandidate[]): Weights {
  const samples = candidates.map((c) => ({ features: featuresOf(c), isTrue: c.isFace }));
  const [constant = 0, detector = 0, presence = 0, witness = 0] = fitLogistic(samples, RIDGE);
  return { constant, detector, presence, witness };
}

/** The largest constant, from far above the fitted one down, that lets in few enough false faces. */
function shift(fitted: Weights, crowds: readonly Crowd[]): Weights {
  for (let up = MAX_SHIFT; up > -MAX_SHIFT; up -= SHIFT_STEP) {
    const weights = { ...fitted, constant: fitted.constant + up };
    if (outcome(weights, crowds).wrong <= MAX_FALSE) return weights;
  }
  throw new Error(`No constant keeps false detections below ${MAX_FALSE} per image.`);
}

function outcome(weights: Weights, crowds: readonly Crowd[]): { recall: number; wrong: number } {
  const results = crowds.map(({ candidates, truth }) => judge(facesAmong(candidates, weights), truth));
  const total = crowds.flatMap(({ truth }) => truth).filter(counts).length;
  return {
    recall: results.reduce((sum, { hits }) => sum + hits, 0) / total,
    wrong: results.reduce((sum, result) => sum + result.wrong, 0) / crowds.length,
  };
}

/** What the engine would take for faces with these weights, each once, the likeliest first. */
function facesAmong(candidates: readonly CrowdCandidate[], weights: Weights): Box[] {
  const faces: Box[] = [];
  const likely = candidates
    .map((c) => ({ box: c.box, value: c.relativeSide < LARGE_SIDE ? sum(c, weights) : evidence(c) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  for (const { box } of likely) if (!faces.some((face) => isSameFace(face, box))) faces.push(box);
  return faces;
}

function sum(candidate: CrowdCandidate, { constant, detector, presence, witness }: Weights): number {
  const weights = [constant, detector, presence, witness];
  return featuresOf(candidate).reduce((total, feature, i) => total + feature * (weights[i] ?? 0), 0);
}
