import {
  FACE_EXTRAS,
  LANDMARK_KEYS,
  openEngine,
  type AttributedFace,
  type Engine,
  type EngineOptions,
  type Size,
  vectorNumbers,
} from '@facet/engine';
import type {
  FaceResult,
  FacesWish,
  FaceSource,
  FoundFace,
  PhotoFaces,
  VectoredFace,
  VectorWish,
} from './face-source.js';
import { failedCondition, requireEnrolment, requireQuality } from './quality-gate.js';
import { matchOn } from './engine-match.js';
import { statedExtras } from './stated-extras.js';
import { statedConfidence } from './stated-numbers.js';
import { wholePixels } from './whole-pixels.js';

export interface EngineSourceOptions extends EngineOptions {
  readonly workers: number;
}

/** While one photo of each worker is analysed, the next one is read. */
const CALLS_PER_WORKER = 2;

export async function openEngineSource(options: EngineSourceOptions): Promise<FaceSource> {
  const engine = await openEngine(options);
  return {
    inFlight: CALLS_PER_WORKER * options.workers,
    faces: (photo, wish) => facesOf(engine, photo, wish),
    vectors: (photo, wish) =>
      wish.of === 'first' ? firstVector(engine, photo, wish) : everyVector(engine, photo, wish),
    match: (first, second, wish) => matchOn(engine, first, second, wish),
    close: () => engine.close(),
  };
}

async function facesOf(
  engine: Engine,
  photo: Uint8Array,
  { maxFaces, minFaceSize, attributes = [], signal }: FacesWish,
): Promise<PhotoFaces> {
  const { faces, imageSize } = await engine.analyse(photo, {
    faces: {
      kind: 'detect',
      ...(maxFaces !== undefined && { maxFaces }),
      ...(minFaceSize !== undefined && { minFaceSize }),
    },
    extras: FACE_EXTRAS.filter((extra) => attributes.includes(extra)),
    signal,
  });
  return {
    imageSize,
    faces: faces.map((face) => ({
      ...statedFace(face, imageSize),
      ...statedExtras(face, imageSize, new Set(attributes)),
    })),
  };
}

function statedFace(face: AttributedFace, imageSize: Size): FoundFace {
  const points = LANDMARK_KEYS.map((key, n) => {
    const { x = 0, y = 0 } = face.landmarks[n] ?? {};
    return [key, { x: Math.round(x), y: Math.round(y) }] as const;
  });
  return {
    box: wholePixels(face.box, imageSize),
    age: face.ageRange,
    gender: face.gender,
    genderConfidence: statedConfidence(face.genderConfidence),
    landmarks: Object.fromEntries(points) as FoundFace['landmarks'],
  };
}

async function firstVector(
  engine: Engine,
  photo: Uint8Array,
  { quality, enrolment, signal }: VectorWish,
): Promise<VectoredFace[]> {
  const found = await engine.vector(photo, { extras: enrolment === true ? ['enrolment'] : [], signal });
  if (enrolment === true) requireEnrolment(found);
  else if (quality === true) requireQuality(found);
  return [{ vector: vectorNumbers(found.vector), model: found.model }];
}

async function everyVector(
  engine: Engine,
  photo: Uint8Array,
  { quality, signal }: VectorWish,
): Promise<FaceResult[]> {
  // Own photos on one's own machine: every face counts, whatever it takes.
  const { faces } = await engine.vectors(photo, { signal, work: { budget: Infinity } });
  return faces.map((found) => {
    const box = wholePixels(found.face.box, found.imageSize);
    const refused = quality === true ? failedCondition(found) : undefined;
    return refused === undefined
      ? { box, vector: vectorNumbers(found.vector), model: found.model }
      : { box, refused };
  });
}
