/**
 * The landmarks of Amazon Rekognition, each as the middle of some of the 68 points. Left is the left of the image in both.
 * Its two pupils are missing: the 68 points have none.
 */
export const LANDMARKS = {
  eyeLeft: [36, 37, 38, 39, 40, 41],
  eyeRight: [42, 43, 44, 45, 46, 47],
  mouthLeft: [48],
  mouthRight: [54],
  nose: [30],
  leftEyeBrowLeft: [17],
  leftEyeBrowRight: [21],
  leftEyeBrowUp: [19],
  rightEyeBrowLeft: [22],
  rightEyeBrowRight: [26],
  rightEyeBrowUp: [24],
  leftEyeLeft: [36],
  leftEyeRight: [39],
  leftEyeUp: [37, 38],
  leftEyeDown: [40, 41],
  rightEyeLeft: [42],
  rightEyeRight: [45],
  rightEyeUp: [43, 44],
  rightEyeDown: [46, 47],
  noseLeft: [31],
  noseRight: [35],
  mouthUp: [51],
  mouthDown: [57],
  upperJawlineLeft: [0],
  midJawlineLeft: [4],
  chinBottom: [8],
  midJawlineRight: [12],
  upperJawlineRight: [16],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type LandmarkType = keyof typeof LANDMARKS;
