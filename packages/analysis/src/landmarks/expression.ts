import type { Model } from '../model.js';
import { rollOf, vertexAt, type Vertex } from './face-geometry.js';

/** The model's scores by name, in the order of its output; the first, `_neutral`, says nothing and is left out. */
export const BLENDSHAPES = [
  'browDownLeft',
  'browDownRight',
  'browInnerUp',
  'browOuterUpLeft',
  'browOuterUpRight',
  'cheekPuff',
  'cheekSquintLeft',
  'cheekSquintRight',
  'eyeBlinkLeft',
  'eyeBlinkRight',
  'eyeLookDownLeft',
  'eyeLookDownRight',
  'eyeLookInLeft',
  'eyeLookInRight',
  'eyeLookOutLeft',
  'eyeLookOutRight',
  'eyeLookUpLeft',
  'eyeLookUpRight',
  'eyeSquintLeft',
  'eyeSquintRight',
  'eyeWideLeft',
  'eyeWideRight',
  'jawForward',
  'jawLeft',
  'jawOpen',
  'jawRight',
  'mouthClose',
  'mouthDimpleLeft',
  'mouthDimpleRight',
  'mouthFrownLeft',
  'mouthFrownRight',
  'mouthFunnel',
  'mouthLeft',
  'mouthLowerDownLeft',
  'mouthLowerDownRight',
  'mouthPressLeft',
  'mouthPressRight',
  'mouthPucker',
  'mouthRight',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'mouthShrugUpper',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthStretchLeft',
  'mouthStretchRight',
  'mouthUpperUpLeft',
  'mouthUpperUpRight',
  'noseSneerLeft',
  'noseSneerRight',
] as const;

export type Blendshape = (typeof BLENDSHAPES)[number];

/** The expression of a face; left and right are the person's own. */
export interface Expression {
  /** 0 to 1, from the model. */
  readonly smile: number;
  /** The gap between the lips relative to the width of the mouth: 0 is closed, from 0.1 on it is open. */
  readonly mouthOpening: number;
  /** The gap between the lids relative to the width of the eye: about 0.3, and below 0.16 where the eye is closed. */
  readonly leftEyeOpening: number;
  readonly rightEyeOpening: number;
  /** All scores of the model, 0 to 1. */
  readonly blendshapes: Readonly<Record<Blendshape, number>>;
}

/** The vertices that the blendshape model takes, in its order (MediaPipe's face blendshapes graph, Apache-2.0). */
const INPUT_VERTICES = [
  0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78,
  80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150,
  152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197,
  234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308,
  310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377,
  378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466,
  468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
] as const;

/** Lids and lips: pairs that meet where eye or mouth is closed, and the two corners. "Left" is the person's left. */
const LEFT_EYE = { pairs: [[385, 380], [386, 374], [387, 373]], corners: [362, 263] } as const; // prettier-ignore
const RIGHT_EYE = { pairs: [[158, 153], [159, 145], [160, 144]], corners: [33, 133] } as const; // prettier-ignore
const MOUTH = { pairs: [[82, 87], [13, 14], [312, 317]], corners: [61, 291] } as const; // prettier-ignore

/** The scores begin after `_neutral`. */
const FIRST_SCORE = 1;

/**
 * The expression of a face from its mesh alone; the model sees no pixel. How far eyes and mouth are open is measured on
 * the mesh: on 300-W that tells open from closed better than the model's `eyeBlink` and `jawOpen` (docs/accuracy.md).
 */
export async function expressionOf(model: Model, vertices: readonly Vertex[]): Promise<Expression> {
  const outputs = await model.run(uprightPoints(vertices), [1, INPUT_VERTICES.length, 2]);
  const scores = outputs.values('scores');
  const entries = BLENDSHAPES.map((name, i) => [name, scores[i + FIRST_SCORE] ?? 0] as const);
  const blendshapes = Object.fromEntries(entries) as Record<Blendshape, number>;
  return {
    smile: (blendshapes.mouthSmileLeft + blendshapes.mouthSmileRight) / 2,
    mouthOpening: opening(vertices, MOUTH),
    leftEyeOpening: opening(vertices, LEFT_EYE),
    rightEyeOpening: opening(vertices, RIGHT_EYE),
    blendshapes,
  };
}

interface Slit {
  readonly pairs: readonly (readonly [number, number])[];
  readonly corners: readonly [number, number];
}

/** In space, so that the width does not shrink when the head turns. */
function opening(vertices: readonly Vertex[], { pairs, corners }: Slit): number {
  const gap = ([a, b]: readonly [number, number]): number => {
    const [p, q] = [vertexAt(vertices, a), vertexAt(vertices, b)];
    return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
  };
  const mean = pairs.reduce((sum, pair) => sum + gap(pair), 0) / pairs.length;
  const width = gap(corners);
  return width > 0 ? mean / width : 0;
}

/** The model centres and scales the points, but expects the head upright. */
function uprightPoints(vertices: readonly Vertex[]): Float32Array {
  const angle = rollOf(vertices);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = new Float32Array(2 * INPUT_VERTICES.length);
  INPUT_VERTICES.forEach((index, i) => {
    const { x, y } = vertexAt(vertices, index);
    points[2 * i] = cos * x + sin * y;
    points[2 * i + 1] = cos * y - sin * x;
  });
  return points;
}
