import type { Box } from '@facet/engine';
import {
  faceScore,
  LARGE_SIDE,
  SMALL as SMALL_FACE_WEIGHTS,
  termsOf,
  type Weights,
} from '@facet/analysis/analysis/face-score.js';
import { isSameFace } from '@facet/analysis/analysis/find-faces.js';
import { fitLogistic } from '../fit/logistic.js';
import { recallOf } from '../measures/crowds.js';
import { printTable } from '../common/print-table.js';
import { crowdCandidates, type Crowd, type CrowdCandidate } from './crowd-candidates.js';

const RIDGE = 0.1;
/** False faces per image at which the recall is shown; the engine wants to stay below the middle one. */
const FALSE_PER_IMAGE = [0.05, 0.1, 0.15, 0.2, 0.25, 0.4];
const SHIFT_STEP = 0.02;
const MAX_SHIFT = 4;

/** The weights of what the models say of a small candidate, and the constant that keeps false faces few. */
export async function faceScoreWeights(folder: string): Promise<void> {
  const crowds = await crowdCandidates(folder);
  const all = crowds.flatMap(({ candidates }) => candidates).filter((c) => c.relativeSide < LARGE_SIDE);
  console.log(`${all.length} candidates, ${all.filter(({ isFace }) => isFace).length} of them faces\n`);
  const fitted = fitWeights(all);
  const rows = [row('in use', SMALL_FACE_WEIGHTS, crowds), row('fitted', fitted, crowds)];
  for (const rate of FALSE_PER_IMAGE) {
    rows.push(row(`in use, ≤ ${rate} false`, shift(SMALL_FACE_WEIGHTS, crowds, rate), crowds));
    rows.push(row(`fitted, ≤ ${rate} false`, shift(fitted, crowds, rate), crowds));
  }
  printTable(['', 'constant', 'detector', 'presence', 'side', 'recall', 'false per image'], rows);
}

function row(name: string, weights: Weights, crowds: readonly Crowd[]): string[] {
  const { constant, detector, presence, side } = weights;
  const { recall, wrongPerImage } = recallWith(weights, crowds);
  return [
    name,
    ...[constant, detector, presence, side, recall, wrongPerImage].map((value) => value.toFixed(3)),
  ];
}

/** Fitted so that the detector's logit has the weight 1. */
function fitWeights(candidates: readonly CrowdCandidate[]): Weights {
  const samples = candidates.map((c) => ({
    features: [1, ...termsOf(c, SMALL_FACE_WEIGHTS)],
    isTrue: c.isFace,
  }));
  const [constant = 0, detector = 1, presence = 0, side = 0] = fitLogistic(samples, RIDGE);
  const { minPresence } = SMALL_FACE_WEIGHTS;
  return {
    constant: constant / detector,
    detector: 1,
    presence: presence / detector,
    side: side / detector,
    minPresence,
  };
}

/** The largest constant that lets in few enough false faces. */
function shift(weights: Weights, crowds: readonly Crowd[], maxFalse: number): Weights {
  for (let constant = MAX_SHIFT; constant > -MAX_SHIFT; constant -= SHIFT_STEP) {
    if (recallWith({ ...weights, constant }, crowds).wrongPerImage <= maxFalse)
      return { ...weights, constant };
  }
  throw new Error(`No constant keeps false detections below ${maxFalse} per image.`);
}

const recallWith = (weights: Weights, crowds: readonly Crowd[]): ReturnType<typeof recallOf> =>
  recallOf(crowds.map(({ candidates, truth }) => ({ found: facesAmong(candidates, weights), truth })));

/** What the engine would take for faces with these weights, each once, the likeliest first. */
function facesAmong(candidates: readonly CrowdCandidate[], weights: Weights): Box[] {
  const faces: Box[] = [];
  const likely = candidates
    .map((c) => ({ box: c.box, value: faceScore(c, weights) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  for (const { box } of likely) if (!faces.some((face) => isSameFace(face, box))) faces.push(box);
  return faces;
}
