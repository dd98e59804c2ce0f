import {
  rounded,
  roundedPose,
  VECTOR_MODEL,
  vectorNumbers,
  type Point,
  type StageTimings,
} from '@facet/engine';
import { faceRectangle } from '../../faces/index.js';
import type { FaceQuery, Plugin } from './face-query.js';
import type { FoundFace, FoundFaces } from './found-faces.js';
import { faceProbability } from '../scales.js';

const PROBABILITY_DIGITS = 5;
const TIME_DIGITS = 1;

/** Of the 68 points: those of each eye, the tip of the nose, the corners of the mouth. */
const EYES = [
  [36, 42],
  [42, 48],
] as const;
const NOSE_TIP = 30;
const MOUTH_CORNERS = [48, 54] as const;

type Pixel = [x: number, y: number];

function centreOf(points: readonly Point[]): Pixel {
  const mean = (of: (point: Point) => number): number =>
    Math.round(points.reduce((sum, point) => sum + of(point), 0) / points.length);
  return [mean(({ x }) => x), mean(({ y }) => y)];
}

/** Eyes, nose and corners of the mouth; those on the left of an upright face first. */
const fivePoints = ({ landmarks }: FoundFace): Pixel[] =>
  [
    ...EYES.map(([from, to]) => landmarks.slice(from, to)),
    ...[NOSE_TIP, ...MOUTH_CORNERS].map((n) => landmarks.slice(n, n + 1)),
  ].map(centreOf);

/** What each plugin adds to a face. */
const PLUGIN_FIELDS: Readonly<Record<Plugin, (face: FoundFace) => object>> = {
  age: ({ ageRange, ageProbability = 0 }) => {
    const [low, high] = (ageRange ?? '').split('-').map(Number);
    return { age: { probability: rounded(ageProbability, PROBABILITY_DIGITS), low, high } };
  },
  gender: ({ gender, genderConfidence = 0 }) => ({
    gender: { value: gender, probability: rounded(genderConfidence, PROBABILITY_DIGITS) },
  }),
  landmarks: (face) => ({ landmarks: fivePoints(face) }),
  pose: ({ pose }) => {
    const { pitch, roll, yaw } = roundedPose(pose);
    return { pose: { pitch, roll, yaw } };
  },
  calculator: ({ vector }) => (vector === undefined ? {} : { embedding: vectorNumbers(vector) }),
};

/** How long the steps of the whole image took, in milliseconds. */
function executionTime(timings: StageTimings, plugins: FaceQuery['plugins']): object {
  const ms = (value = 0): number => rounded(value, TIME_DIGITS);
  const { detect = 0, landmarks = 0, vector, attributes } = timings;
  return {
    detector: ms(detect + landmarks),
    ...(vector !== undefined && { calculator: ms(vector) }),
    ...(plugins.has('age') && { age: ms(attributes) }),
    ...(plugins.has('gender') && { gender: ms(attributes) }),
  };
}

/** The faces as every response of CompreFace shows them. */
export function faceViews<Found extends FoundFace>(
  { faces, imageSize, timings }: FoundFaces<Found>,
  { plugins, status, selection }: FaceQuery,
): { readonly face: Found; readonly view: object }[] {
  return faces.map((face) => {
    const [x_min, y_min, x_max, y_max] = faceRectangle(face.box, imageSize, { kind: selection });
    const probability = faceProbability(face.confidence);
    const fields = [...plugins].map((plugin) => PLUGIN_FIELDS[plugin](face));
    return {
      face,
      view: {
        ...(Object.assign({}, ...fields) as object),
        box: { probability, x_max, y_max, x_min, y_min },
        ...(status && { execution_time: executionTime(timings, plugins) }),
      },
    };
  });
}

/** Which models there are; with `status` alone. */
export const pluginsVersions = ({ status, plugins }: FaceQuery): object =>
  status
    ? {
        plugins_versions: {
          ...(plugins.has('age') && { age: 'facet.AgeDetector' }),
          ...(plugins.has('gender') && { gender: 'facet.GenderDetector' }),
          ...(plugins.has('pose') && { pose: 'facet.PoseEstimator' }),
          detector: 'facet.FaceDetector',
          calculator: VECTOR_MODEL,
        },
      }
    : {};
