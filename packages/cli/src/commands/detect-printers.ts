import type { Colours } from '../output/colours.js';
import { csvRow } from '../output/csv.js';
import { printable } from '../output/printable.js';
import { boxText, count, jsonPrinter, noFailure, type Printer } from '../output/printer.js';
import type { PhotoFaces } from '../source/face-source.js';
import { extrasJson, extrasText } from './detect-extras.js';

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
