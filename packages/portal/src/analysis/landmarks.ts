import type { Point } from './box.js';

/** The 68 points by the part of the face they trace, as lines to draw. The keys are those of the API. */
interface LandmarkLine {
  readonly group: LandmarkGroup;
  readonly keys: readonly string[];
  /** A closed line returns to its first point. */
  readonly closed: boolean;
}

type LandmarkGroup = 'jaw' | 'brows' | 'nose' | 'eyes' | 'lips';

const jawKeys = Array.from({ length: 17 }, (_, n) => (n === 8 ? 'chin' : `face_endpoint_${n}`));

const browKeys = (side: 'left' | 'right'): string[] =>
  ['LeftCorner', 'Middle3', 'Middle2', 'Middle1', 'RightCorner'].map((part) => `${side}Eyebrow${part}`);

const LEFT_EYE = ['LeftCorner', 'Top2', 'Top1', 'RightCorner', 'Bottom1', 'Bottom2'];
// The right eye names its upper points in the other order.
const RIGHT_EYE = ['LeftCorner', 'Top1', 'Top2', 'RightCorner', 'Bottom1', 'Bottom2'];

const OUTER_LIPS = [
  'mouthLeft',
  'upperLipPoint1',
  'upperLipPoint2',
  'underLipPoint3',
  'underLipPoint4',
  'upperLipPoint5',
  'mouthRight',
  ...[4, 5, 6, 7, 8].map((n) => `LowerLipPoint${n}`),
];

const INNER_LIPS = [
  'upperLipPoint6',
  'underLipPoint7',
  'underLipPoint8',
  'upperLipPoint9',
  'upperLipPoint10',
  ...[1, 2, 3].map((n) => `LowerLipPoint${n}`),
];

export const LANDMARK_LINES: readonly LandmarkLine[] = [
  { group: 'jaw', keys: jawKeys, closed: false },
  { group: 'brows', keys: browKeys('left'), closed: false },
  { group: 'brows', keys: browKeys('right'), closed: false },
  { group: 'nose', keys: ['noseTop1', 'noseTop2', 'noseLower1', 'noseLower2'], closed: false },
  {
    group: 'nose',
    keys: ['noseRootLeft', 'nosePoint1', 'noseTip', 'nosePoint3', 'noseRootRight'],
    closed: false,
  },
  { group: 'eyes', keys: LEFT_EYE.map((part) => `leftEye${part}`), closed: true },
  { group: 'eyes', keys: RIGHT_EYE.map((part) => `rightEye${part}`), closed: true },
  { group: 'lips', keys: OUTER_LIPS, closed: true },
  { group: 'lips', keys: INNER_LIPS, closed: true },
];

/** All keys in the order of their point numbers. */
export const LANDMARK_KEYS: readonly string[] = LANDMARK_LINES.flatMap(({ keys }) => keys);

/** The `d` of an SVG path through the points of a line; points that the response lacks are left out. */
export function landmarkPath(line: LandmarkLine, landmarks: Readonly<Record<string, Point>>): string {
  const points = line.keys.flatMap((key) => landmarks[key] ?? []);
  if (points.length < 2) return '';
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${line.closed ? 'Z' : ''}`;
}
