import { printable, type Colours } from '../output/terminal.js';
import { boxText, count, csvRow, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import type { FoundFace, PhotoFaces } from '../source/face-source.js';

const COLUMNS = ['photo', 'faces', 'face', 'x1', 'y1', 'x2', 'y2', 'age', 'gender', 'gender_confidence'];

export function facesPrinters(colours: Colours): Record<'text' | 'json' | 'csv', Printer<PhotoFaces>> {
  return {
    text: {
      head: '',
      result: ({ name }, { imageSize, faces }) =>
        [
          `${colours.bold(printable(name))}  ${imageSize.width}×${imageSize.height}  ${count(faces.length, 'face')}`,
          ...faces.map((face, n) => {
            const { box, age, gender, genderConfidence } = face;
            const extras = extrasText(face);
            return [
              `  ${colours.cyan(String(n + 1))}  ${age.padEnd(6)} ${gender.padEnd(6)} ${genderConfidence.toFixed(3)}  ${colours.dim(boxText(box))}`,
              ...(extras === '' ? [] : [`     ${extras}`]),
            ].join('\n');
          }),
          '',
        ].join('\n'),
      failure: noFailure,
    },
    json: jsonPrinter(({ imageSize, faces }) => ({
      image_size: imageSize,
      faces: faces.map((face) => ({
        box: face.box,
        age: face.age,
        gender: face.gender,
        gender_confidence: face.genderConfidence,
        landmarks: face.landmarks,
        ...extrasJson(face),
      })),
    })),
    csv: {
      head: csvRow(COLUMNS),
      result: ({ name }, { faces }) =>
        faces.length === 0
          ? csvRow([name, 0, ...COLUMNS.slice(2).map(() => '')])
          : faces
              .map(({ box, age, gender, genderConfidence }, n) =>
                csvRow([name, faces.length, n + 1, ...box, age, gender, genderConfidence]),
              )
              .join(''),
      failure: noFailure,
    },
  };
}

/** The fields that --attributes requested, named as in the API. */
function extrasJson(face: FoundFace): Readonly<Record<string, unknown>> {
  const { confidence, ageYears, pose, quality, expression, vector } = face;
  return {
    ...(confidence !== undefined && { confidence }),
    ...(ageYears !== undefined && { age_years: ageYears }),
    ...(pose && { pose }),
    ...(quality && { quality }),
    ...(expression && {
      expression: {
        smile: expression.smile,
        mouth_opening: expression.mouthOpening,
        left_eye_opening: expression.leftEyeOpening,
        right_eye_opening: expression.rightEyeOpening,
        blendshapes: expression.blendshapes,
      },
    }),
    ...(vector && { vector }),
  };
}

/** The same for people to read: one short line. */
function extrasText({ confidence, ageYears, pose, quality, expression, vector }: FoundFace): string {
  return [
    confidence !== undefined && `confidence ${confidence}`,
    ageYears !== undefined && `${ageYears} years`,
    pose && `yaw ${pose.yaw}° pitch ${pose.pitch}° roll ${pose.roll}°`,
    quality && `quality ${quality.score} (sharpness ${quality.sharpness}, light ${quality.illumination})`,
    expression && `smile ${expression.smile}, mouth ${expression.mouthOpening}`,
    vector && 'vector: see --json',
  ]
    .filter((part) => typeof part === 'string')
    .join('  ');
}
