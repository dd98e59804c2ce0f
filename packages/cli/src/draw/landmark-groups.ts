/** Which of the 68 points make one line, in drawing order. */
export interface LandmarkGroup {
  readonly from: number;
  readonly to: number;
  readonly closed: boolean;
  readonly colour: string;
}

const SKIN = '#ffffff';
const BROW = '#ffe08a';
const NOSE = '#b9f6ca';
const EYE = '#80e5ff';
const LIP = '#ff9fc0';

export const LANDMARK_GROUPS: readonly LandmarkGroup[] = [
  { from: 0, to: 16, closed: false, colour: SKIN },
  { from: 17, to: 21, closed: false, colour: BROW },
  { from: 22, to: 26, closed: false, colour: BROW },
  { from: 27, to: 30, closed: false, colour: NOSE },
  { from: 31, to: 35, closed: false, colour: NOSE },
  { from: 36, to: 41, closed: true, colour: EYE },
  { from: 42, to: 47, closed: true, colour: EYE },
  { from: 48, to: 59, closed: true, colour: LIP },
  { from: 60, to: 67, closed: true, colour: LIP },
];
