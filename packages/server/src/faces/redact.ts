import {
  MAX_FACES,
  REDACTION_SHAPES,
  REDACTION_STYLES,
  type FaceSelection,
  type RedactedPhoto,
  type RedactionShape,
  type RedactionStyle,
} from '@facet/engine';
import { z } from 'zod';
import { parseChoice } from '../http/query.js';
import { everyFace, faceDet, maxFaces, minFaceSize, severalBoxes } from './face-selection.js';
import { OPERATION_ERRORS, type Operation } from './operation.js';

interface RedactQuery {
  readonly faces: FaceSelection;
  readonly style: RedactionStyle;
  readonly shape: RedactionShape;
}

/** How many faces were redacted, because the response is the picture itself. */
const FACES_HEADER = 'X-Facet-Faces';

export const redact: Operation<'img', RedactQuery, RedactedPhoto> = {
  path: '/redact',
  message: 'Redacted faces.',
  images: [{ field: 'img', boxes: 'bboxes' }],
  sameWay: false,
  document: {
    operationId: 'redact',
    tag: 'Faces',
    summary: 'Redact',
    description: `Returns the image with every face (at most the ${MAX_FACES} most prominent), or the faces that boxes name, made unrecognisable: upright, at full size (at most 25 megapixels), without metadata. A PNG comes back as PNG, every other format as JPEG.`,
    query: {
      style: {
        schema: z.enum(REDACTION_STYLES).default('pixelate'),
        description: 'Large squares, a strong blur, or a black area.',
      },
      shape: {
        schema: z.enum(REDACTION_SHAPES).default('rectangle'),
        description:
          'What to redact: the rectangle of the face, or only what its outline holds. The hair and ears around an outline may still tell who it is.',
      },
      bboxes: severalBoxes,
      face_det: faceDet,
      max_faces: maxFaces,
      min_face_size: minFaceSize,
    },
    imageFields: { img: 'The image with the faces.' },
    responses: {
      200: {
        description: 'The redacted image.',
        schema: z.string(),
        isBinary: true,
        headers: { [FACES_HEADER]: 'How many faces were redacted.' },
      },
    },
    errors: OPERATION_ERRORS,
  },
  parseQuery: (rawQuery) => ({
    faces: everyFace(rawQuery),
    style: parseChoice(rawQuery, 'style', REDACTION_STYLES),
    shape: parseChoice(rawQuery, 'shape', REDACTION_SHAPES),
  }),
  async run(engine, images, { faces, style, shape }, signal) {
    const redacted = await engine.redact(images.img, { faces, style, shape, signal });
    return { data: redacted, timings: [redacted.timings] };
  },
  file: ({ image, format, faces }) => ({
    bytes: image,
    contentType: `image/${format}`,
    headers: { [FACES_HEADER]: String(faces) },
  }),
};
