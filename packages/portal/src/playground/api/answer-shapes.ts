import type { Box, Point } from '../faces/box.js';
import type { Detection, Face, FaceDetails, FailedMeasure } from '../faces/face.js';

/** An answer that is not what the API promises, for example from a proxy in between. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

export const VECTOR_LENGTH = 128;

export type Vector = readonly number[];

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fields(value: unknown, name: string): Fields {
  if (!isFields(value)) throw new UnexpectedAnswer(`${name} is not an object.`);
  return value;
}

function numbers(value: unknown, count: number, name: string): number[] {
  if (!Array.isArray(value) || value.length !== count || !value.every((item) => Number.isFinite(item))) {
    throw new UnexpectedAnswer(`${name} does not hold ${count} numbers.`);
  }
  return value as number[];
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new UnexpectedAnswer(`${name} is not text.`);
  return value;
}

const FACE_KEY = /^face_id_(\d+)$/;

/** The faces of a /get_image_attr answer's `data`, in the order of their numbers. */
export function readDetection(data: unknown): Detection {
  const attributes = fields(fields(data, 'data')['attributes'], 'attributes');
  // Height comes first on the wire.
  const [height = 0, width = 0] = numbers(attributes['image_size'], 2, 'image_size');
  const faces = Object.entries(attributes)
    .flatMap(([key, value]) => {
      const number = FACE_KEY.exec(key)?.[1];
      return number === undefined ? [] : [readFace(Number(number), value)];
    })
    .sort((a, b) => a.id - b.id);
  return { faces, imageSize: { width, height } };
}

function readFace(id: number, value: unknown): Face {
  const name = `face_id_${id}`;
  const face = fields(value, name);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers(face['face_rectangle'], 4, `${name}.face_rectangle`);
  const box: Box = [x1, y1, x2, y2];
  const [genderConfidence = 0] = numbers([face['gender_confidence']], 1, `${name}.gender_confidence`);
  return {
    id,
    age: text(face['age'], `${name}.age`),
    gender: text(face['gender'], `${name}.gender`),
    genderConfidence,
    box,
    landmarks: readLandmarks(fields(face['landmarks'], `${name}.landmarks`)['faceLandMark'], name),
    details: face['quality'] === undefined ? null : readDetails(face, name),
    // The service gives vectors to the first faces only.
    vector: face['vector'] === undefined ? null : numbers(face['vector'], VECTOR_LENGTH, `${name}.vector`),
  };
}

function readDetails(face: Fields, name: string): FaceDetails {
  const number = (place: Fields, key: string): number => {
    const [value = 0] = numbers([place[key]], 1, `${name}.${key}`);
    return value;
  };
  const pose = fields(face['pose'], `${name}.pose`);
  const quality = fields(face['quality'], `${name}.quality`);
  const expression = fields(face['expression'], `${name}.expression`);
  return {
    ageYears: number(face, 'age_years'),
    confidence: number(face, 'confidence'),
    yaw: number(pose, 'yaw'),
    pitch: number(pose, 'pitch'),
    roll: number(pose, 'roll'),
    qualityScore: number(quality, 'score'),
    sharpness: number(quality, 'sharpness'),
    illumination: number(quality, 'illumination'),
    failed: readFailed(quality['failed'], name),
    smile: number(expression, 'smile'),
    mouthOpening: number(expression, 'mouth_opening'),
  };
}

/** The conditions of the quality check that a face does not meet. */
export function readFailed(value: unknown, name: string): FailedMeasure[] {
  if (!Array.isArray(value)) throw new UnexpectedAnswer(`${name}.failed is not a list.`);
  return value.map((item: unknown) => {
    const { attribute, value: measured, threshold } = fields(item, `${name}.failed`);
    const [found = 0, wanted = 0] = numbers([measured, threshold], 2, `${name}.failed`);
    return { attribute: text(attribute, `${name}.failed`), value: found, threshold: wanted };
  });
}

function readLandmarks(value: unknown, name: string): Record<string, Point> {
  const points = Object.entries(fields(value, `${name}.landmarks.faceLandMark`)).map(([key, point]) => {
    const { x, y } = fields(point, key);
    const [px = 0, py = 0] = numbers([x, y], 2, key);
    return [key, { x: px, y: py }] as const;
  });
  return Object.fromEntries(points);
}

export const readVector = (data: unknown): Vector =>
  numbers(fields(data, 'data')['vector'], VECTOR_LENGTH, 'vector');

/** The distance of a /match_faces answer's `data`; the wire writes it as text. */
export function readDistance(data: unknown): number {
  const score = text(fields(data, 'data')['score'], 'score');
  const distance = Number(score);
  if (score.trim() === '' || !Number.isFinite(distance)) throw new UnexpectedAnswer('score is not a number.');
  return distance;
}
