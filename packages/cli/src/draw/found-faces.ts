import { LANDMARK_NAMES } from '@facet/client';
import type { FoundFace } from '../source/face-source.js';
import type { DrawnFace } from './draw-face.js';

export const drawnFaces = (faces: readonly FoundFace[]): DrawnFace[] =>
  faces.map(({ box: [x1, y1, x2, y2], age, gender, genderConfidence, landmarks }) => ({
    box: { x1, y1, x2, y2 },
    landmarks: LANDMARK_NAMES.map((name) => landmarks[name]),
    ageRange: age,
    gender,
    genderConfidence,
  }));
