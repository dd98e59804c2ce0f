import type { ImageAttributes } from '@facet/client';
import { attributePaths, attributesOnWire } from '@facet/client/responses';
import { printable, type Colours } from '../output/terminal.js';
import {
  boxText,
  count,
  csvRow,
  jsonPrinter,
  noFailure,
  type Cell,
  type Printer,
} from '../output/printer.js';
import type { AttributeNames, FoundFace, PhotoFaces } from '../source/face-source.js';

const COLUMNS = ['photo', 'faces', 'face', 'x1', 'y1', 'x2', 'y2', 'age', 'gender', 'gender_confidence'];

export function facesPrinters(
  colours: Colours,
  attributes: AttributeNames,
): Record<'text' | 'json' | 'csv', Printer<PhotoFaces>> {
  const paths = [...new Set(attributes)].flatMap(attributePaths);
  const columns = [...COLUMNS, ...paths.map((path) => path.join('_'))];
  return {
    text: {
      head: '',
      result: ({ name }, { imageSize, faces }) =>
        [
          `${colours.bold(printable(name))}  ${imageSize.width}×${imageSize.height}  ${count(faces.length, 'face')}`,
          ...faces.map((face, n) => {
            const { box, age, gender, genderConfidence } = face;
            const extras = attributesText(face);
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
        ...attributesOnWire(face),
      })),
    })),
    csv: {
      head: csvRow(columns),
      result: ({ name }, { faces }) =>
        faces.length === 0
          ? csvRow([name, 0, ...columns.slice(2).map(() => '')])
          : faces
              .map((face, n) => {
                const { box, age, gender, genderConfidence } = face;
                const wire = attributesOnWire(face);
                const extras = paths.map((path) => cellAt(path, wire));
                return csvRow([name, faces.length, n + 1, ...box, age, gender, genderConfidence, ...extras]);
              })
              .join(''),
      failure: noFailure,
    },
  };
}

/** Empty where the face has no such value: a call gives vectors of its first faces only. */
function cellAt(path: readonly string[], wire: object): Cell {
  let value: unknown = wire;
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (value === undefined) return '';
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

type Values = Required<ImageAttributes>;
type Scalar = string | number | boolean;
type Composed = {
  [Name in keyof Values]: Values[Name] extends Scalar ? never : Name;
}[keyof Values];

/** What --attributes requested in words. Values that are not one number, text, or yes or no need words of their own. */
const WORDS: { [Name in Composed]: (value: Values[Name]) => string } & {
  [Name in keyof Values]?: (value: Values[Name]) => string;
} = {
  ageYears: (years) => `${years} years`,
  pose: ({ yaw, pitch, roll }) => `yaw ${yaw}° pitch ${pitch}° roll ${roll}°`,
  quality: ({ score, sharpness, illumination }) =>
    `quality ${score} (sharpness ${sharpness}, light ${illumination})`,
  expression: ({ smile, mouthOpening }) => `smile ${smile}, mouth ${mouthOpening}`,
  aligned: () => 'aligned: see --json, or facet crop',
  alignedAlone: () => 'aligned alone: see --json, or facet crop --alone',
  vector: () => 'vector: see --json',
};

/** One short line. */
function attributesText(face: FoundFace): string {
  const words = WORDS as Readonly<Record<string, ((value: unknown) => string) | undefined>>;
  return Object.entries(attributesOnWire(face))
    .map(([name, value]) => {
      const property = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const own = words[property];
      if (own !== undefined) return own((face as Readonly<Record<string, unknown>>)[property]);
      const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
      return `${name.replaceAll('_', ' ')} ${text}`;
    })
    .join('  ');
}
