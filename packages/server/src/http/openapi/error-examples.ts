import { ServiceError, type ErrorCode, type ErrorDetails } from '../../errors.js';
import { wrongField } from '../../accounts/routes/account-route.js';
import { failure } from '../envelope.js';
import type { Examples, RouteDocument } from './route-document.js';

type Said = readonly [message: string, details: ErrorDetails];

/** What the service says about an image in the given field, where that is more than the sentence of the catalogue. */
const ABOUT_IMAGES: Partial<Record<ErrorCode, (field: string) => Said>> = {
  'missing-field': (field) => [`The field ${field} is missing; send an image in it.`, { field }],
  'unreadable-image': (field) => [
    `${field}: The image ends too early; the file is cut off.`,
    { field, format: 'jpeg' },
  ],
  'image-format': (field) => [
    `${field}: The image format is not accepted; send JPEG, PNG, WebP or AVIF.`,
    { field, format: 'gif' },
  ],
  'too-many-bytes': (field) => [
    `The image in ${field} is larger than the limit of 20971520 bytes.`,
    { field, limitBytes: 20_971_520 },
  ],
  'no-face': (field) => [`No face detected in ${field}.`, { field }],
  'url-rejected': (field) => [
    `${field}: The image URL is rejected; it must name a public http or https host on its default port, without credentials.`,
    { field },
  ],
  'url-failed': (field) => [
    `${field}: The image URL responded with the HTTP status 404.`,
    { field, reason: 'status', status: 404 },
  ],
};

const quality = (attribute: string, error: string, value: number, threshold: number): Said => [
  error,
  { attribute, failed: [{ attribute, error, value, threshold }] },
];

const TYPICAL: Partial<Record<ErrorCode, Said>> = {
  'mixed-inputs': ['img_1 and img_2 must arrive the same way: all as files, or all as strings.', {}],
  'malformed-body': ['The request body is not valid JSON.', {}],
  'face-too-small': quality('Image size', 'Face too Small', 40, 60),
  'low-illumination': quality('Lighting', 'Low Illumination', 54.28, 70),
  'incorrect-pose': quality('Pose', 'Incorrect Pose', 63.5, 50),
};

/** One response for each of the errors, as the service renders it for this route. */
export const errorExamples = (codes: readonly ErrorCode[], document: RouteDocument): Examples =>
  Object.fromEntries(
    codes.map((code) => {
      const value = failure(errorFor(code, document));
      return [code, { summary: `${value.code}: ${code}`, value }];
    }),
  );

function errorFor(code: ErrorCode, { imageFields, query = {}, body }: RouteDocument): ServiceError {
  const [field] = Object.keys(imageFields ?? {});
  const about = field === undefined ? undefined : ABOUT_IMAGES[code]?.(field);
  if (about !== undefined) return new ServiceError(code, ...about);
  const issue = body?.safeParse({}).error?.issues[0];
  if (code === 'bad-field' && issue !== undefined) return wrongField(issue);
  if (code === 'bad-parameter') return badParameter(Object.keys(query));
  const [message, details] = TYPICAL[code] ?? [];
  return new ServiceError(code, message, details);
}

function badParameter(names: readonly string[]): ServiceError {
  const boxes = names.find((name) => name.startsWith('bboxes'));
  if (boxes === undefined) return new ServiceError('bad-parameter', undefined, { parameter: names[0] });
  const value = '10,20,30';
  return new ServiceError(
    'bad-parameter',
    `${boxes} holds the box "${value}", which is not four numbers x1,y1,x2,y2.`,
    { parameter: boxes, value },
  );
}
