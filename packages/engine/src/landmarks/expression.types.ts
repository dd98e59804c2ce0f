/** The net's scores by name, in the order of its output; the first, `_neutral`, says nothing and is left out. */
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

/** What a face does; left and right are the person's own. */
export interface Expression {
  /** 0 to 1, from the net. */
  readonly smile: number;
  /** The gap between the lips relative to the width of the mouth: 0 is closed, from 0.1 on it is open. */
  readonly mouthOpening: number;
  /** The gap between the lids relative to the width of the eye: about 0.3, and below 0.16 where the eye is closed. */
  readonly leftEyeOpening: number;
  readonly rightEyeOpening: number;
  /** All scores of the net, 0 to 1. */
  readonly blendshapes: Readonly<Record<Blendshape, number>>;
}
