import type { JudgedDistance } from '@facet/client';
import {
  bothImages,
  confidenceOf,
  distance,
  EngineError,
  falseMatchRate,
  MATCH_THRESHOLD,
  MAX_COMPARED,
  type Engine,
  type FaceVector,
} from '@facet/engine';
import type { Matched, MatchWish } from './face-source.js';
import { statedDistance } from './stated-numbers.js';
import { wholePixels } from './whole-pixels.js';

/** Compares two photos as the service does, and states it in the same numbers. */
export async function matchOn(
  engine: Engine,
  first: Uint8Array,
  second: Uint8Array,
  { details, all, signal: ends }: MatchWish,
): Promise<Matched> {
  const [one, others] = await bothImages(
    (signal) => engine.vector(first, { signal }),
    (signal) => (all === true ? everyFace(engine, second, signal) : firstFace(engine, second, signal)),
    ends,
  );
  const faces = others
    .map((other) => ({ other, score: statedDistance(distance(one.vector, other.vector)) }))
    .sort((a, b) => a.score - b.score)
    .map(({ other, score }) => ({
      ...verdictOf(score),
      box: boxOf(other),
      ...(details === true && { details: judged(score) }),
    }));
  const [nearest] = faces;
  if (nearest === undefined) throw new EngineError('no-face', { image: 2 });
  return {
    ...verdictOf(nearest.score),
    ...(details === true && {
      details: { ...judged(nearest.score), boxes: [boxOf(one), nearest.box] as const },
    }),
    ...(all === true && { faces }),
  };
}

const firstFace = async (engine: Engine, photo: Uint8Array, signal: AbortSignal): Promise<FaceVector[]> => [
  await engine.vector(photo, { signal }),
];

async function everyFace(
  engine: Engine,
  photo: Uint8Array,
  signal: AbortSignal,
): Promise<readonly FaceVector[]> {
  const { faces } = await engine.vectors(photo, { maxFaces: MAX_COMPARED, signal });
  if (faces.length === 0) throw new EngineError('no-face');
  return faces;
}

const verdictOf = (score: number): { score: number; isMatch: boolean } => ({
  score,
  isMatch: score < MATCH_THRESHOLD,
});

const judged = (score: number): JudgedDistance => ({
  distance: score,
  threshold: MATCH_THRESHOLD,
  similarity: Number((confidenceOf(score) * 100).toFixed(5)),
  falseMatchRate: Number(falseMatchRate(score).toPrecision(2)),
});

const boxOf = ({ face, imageSize }: FaceVector): ReturnType<typeof wholePixels> =>
  wholePixels(face.box, imageSize);
