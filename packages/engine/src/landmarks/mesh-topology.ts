/**
 * Vertex numbers of the MediaPipe face mesh (canonical face model, Apache-2.0).
 * "Left" and "right" are as seen in the image.
 */
export const LEFT_EYE = [
  33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246,
] as const;
export const RIGHT_EYE = [
  263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466,
] as const;

export const NOSE_TIP = 4;
export const MOUTH_LEFT = 61;
export const MOUTH_RIGHT = 291;
export const FOREHEAD = 10;
export const CHIN = 152;
export const LEFT_EYE_OUTER = 33;
export const RIGHT_EYE_OUTER = 263;

/** From the forehead over the ridge of the nose to the chin. */
export const MIDDLE_LINE = [10, 9, 168, 197, 4, 2, 0, 17, 152] as const;

/** The whole outline, clockwise from the forehead. */
export const FACE_OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;
