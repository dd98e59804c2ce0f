import { vectorNumbers } from '@facet/engine';
import { z } from 'zod';
import type { Route } from '../http/route.js';
import { analysisRoute, type Lanes } from './analysis-route.js';
import { faceDet, oneFace, qualityLevel, returnAttributes, singleBox } from './face-selection.js';
import { oneOrSeveral } from './image-list.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS } from './model-header.js';
import { VECTOR_EXAMPLES } from './recorded-responses.js';
import { attributeFields, extrasFor, VECTOR_ATTRIBUTES } from './results/attribute-table.js';
import { extraAttributes } from './results/attributes.js';
import { EXTRAS_OF_LEVEL, LEVEL_ERRORS, requireLevel } from './results/quality-checks.js';

const VectorData = z.object({
  vector: z
    .array(z.number())
    .length(128)
    .describe(
      'The vector of the face. Two vectors of the same model less than 0.5 apart show the same person.',
    ),
  ...attributeFields(VECTOR_ATTRIBUTES),
});

export const getFaceVec = (lanes: Lanes): Route =>
  analysisRoute(lanes, {
    path: '/get_face_vec',
    trial: true,
    headers: MODEL_HEADERS,
    document: {
      operationId: 'getFaceVec',
      tag: 'Faces',
      summary: 'Face Vector',
      description:
        'Turns the most prominent face of the image (or the face that a box names) into a vector of 128 numbers.',
    },
    query: {
      bboxes: singleBox('img'),
      quality: qualityLevel,
      face_det: faceDet,
      return_attributes: returnAttributes(VECTOR_ATTRIBUTES),
    },
    images: [{ field: 'img', boxes: 'bboxes', about: 'The image with the face.' }],
    takesList: true,
    response: oneOrSeveral('Fetched vector data.', VectorData, {
      description: 'The vector.',
      examples: VECTOR_EXAMPLES,
      headers: MODEL_HEADER_DOCUMENT,
    }),
    errors: ['no-face', ...LEVEL_ERRORS],
    run: async ({ img }, { engine, query, signal }) => {
      const { quality, return_attributes: extras } = query;
      const faces = oneFace(query.bboxes, query.face_det);
      const wanted = [...extrasFor(extras), ...EXTRAS_OF_LEVEL[quality]];
      const result = await engine.vector(img, { faces, extras: wanted, signal });
      requireLevel(quality, result, faces);
      return {
        data: {
          ...extraAttributes({ ...result, ...result.face }, extras, result.imageSize, faces),
          vector: vectorNumbers(result.vector),
        },
        timings: [result.timings],
      };
    },
  });
