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
  /** Only where the page asked for them. */
  readonly details: FaceDetails | null;
}

/** What return_attributes adds, as far as the page shows it. */
export interface FaceDetails {
  readonly ageYears: number;
  readonly confidence: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  readonly qualityScore: number;
  readonly sharpness: number;
  readonly illumination: number;
  readonly smile: number;
  readonly mouthOpening: number;
}

export interface Detection {
  readonly faces: readonly Face[];
  readonly imageSize: Size;
}

/** "Face 1" for `face_id_0`: people count from one. */
export const faceName = ({ id }: Pick<Face, 'id'>): string => `Face ${id + 1}`;

export const genderText = ({ gender, genderConfidence }: Face): string =>
  `${gender}, ${Math.round(genderConfidence * 100)} % sure`;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The details of a face in short lines. */
export const detailLines = (details: FaceDetails): readonly string[] => [
  `about ${Math.round(details.ageYears)} years, ${percent(details.confidence)} sure that it is a face`,
  `yaw ${Math.round(details.yaw)}°, pitch ${Math.round(details.pitch)}°, roll ${Math.round(details.roll)}°`,
  `quality ${percent(details.qualityScore)}, sharpness ${percent(details.sharpness)}, light ${Math.round(details.illumination)} of 255`,
  `smile ${percent(details.smile)}, mouth open ${percent(details.mouthOpening)} of its width`,
];

/** What a screen reader says of a face. */
export const faceSummary = (face: Face): string =>
  `${faceName(face)}: ${face.age} years, ${genderText(face)}`;
