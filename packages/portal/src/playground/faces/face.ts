import type { Box, Point, Size } from './box.js';

/** One face as /get_image_attr tells it. */
export interface Face {
  /** The number in `face_id_<n>`. */
  readonly id: number;
  readonly age: string;
  readonly gender: string;
  readonly genderConfidence: number;
  readonly box: Box;
  readonly landmarks: Readonly<Record<string, Point>>;
}

export interface Detection {
  readonly faces: readonly Face[];
  readonly imageSize: Size;
}

/** "Face 1" for `face_id_0`: people count from one. */
export const faceName = ({ id }: Pick<Face, 'id'>): string => `Face ${id + 1}`;

export const genderText = ({ gender, genderConfidence }: Face): string =>
  `${gender}, ${Math.round(genderConfidence * 100)} % sure`;

/** What a screen reader says of a face. */
export const faceSummary = (face: Face): string =>
  `${faceName(face)}: ${face.age} years, ${genderText(face)}`;
