import { MAX_FACES, REDACTION_SHAPES, REDACTION_STYLES, type RedactedPhoto } from '@facet/engine';
import { z } from 'zod';
import { choice } from '../http/query.js';
import type { ResponseKind, Route } from '../http/route.js';
import { analysisRoute, type Lanes } from './analysis-route.js';
import { everyFace, faceDet, maxFaces, minFaceSize, severalBoxes } from './face-selection.js';

/** How many faces were redacted, because the response is the picture itself. */
const FACES_HEADER = 'X-Facet-Faces';

const PICTURE = z.string().meta({ format: 'binary' });

const picture: ResponseKind<RedactedPhoto> = {
  description: 'The redacted image.',
  headers: { [FACES_HEADER]: 'How many faces were redacted.' },
  content: () => ({ 'image/jpeg': { schema: PICTURE }, 'image/png': { schema: PICTURE } }),
  send: ({ image, format, faces }, reply) =>
    reply.header(FACES_HEADER, String(faces)).type(`image/${format}`).send(Buffer.from(image)),
};

export const redact = (lanes: Lanes): Route =>
  analysisRoute(lanes, {
    path: '/redact',
    document: {
      operationId: 'redact',
      tag: 'Faces',
      summary: 'Redact',
      description: `Returns the image with every face (at most the ${MAX_FACES} most prominent), or the faces that boxes name, made unrecognisable: upright, at full size (at most 25 megapixels), without metadata. A PNG comes back as PNG, every other format as JPEG.`,
    },
    query: {
      style: choice(REDACTION_STYLES, 'Large squares, a strong blur, or a black area.'),
      shape: choice(
        REDACTION_SHAPES,
        'What to redact: the rectangle of the face, or only what its outline holds. The hair and ears around an outline may still tell who it is.',
      ),
      bboxes: severalBoxes,
      face_det: faceDet,
      max_faces: maxFaces,
      min_face_size: minFaceSize,
    },
    images: [{ field: 'img', boxes: 'bboxes', about: 'The image with the faces.' }],
    response: picture,
    run: async ({ img }, { engine, query, signal }) => {
      const { style, shape } = query;
      const redacted = await engine.redact(img, { faces: everyFace(query), style, shape, signal });
      return { data: redacted, timings: [redacted.timings] };
    },
  });
