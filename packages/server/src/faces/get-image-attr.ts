import { callsFor, MAX_FACES, MAX_VECTORS } from '@facet/engine';
import { countedCallOf } from '../http/counted-call.js';
import type { Route } from '../http/route.js';
import { analysisRoute, type Lanes } from './analysis-route.js';
import {
  everyFace,
  faceDet,
  maxFaces,
  minFaceSize,
  returnAttributes,
  severalBoxes,
} from './face-selection.js';
import { oneOrSeveral } from './image-list.js';
import { sendModel, VECTORS_MODEL_HEADER } from './model-header.js';
import { ATTRIBUTES_EXAMPLES } from './recorded-responses.js';
import { extrasFor, IMAGE_ATTRIBUTES } from './results/attribute-table.js';
import { attributes } from './results/attributes.js';
import { AttributesData } from './results/attributes.schema.js';

export const getImageAttr = (lanes: Lanes): Route =>
  analysisRoute(lanes, {
    path: '/get_image_attr',
    trial: true,
    document: {
      operationId: 'getImageAttr',
      tag: 'Faces',
      summary: 'Image Attributes',
      description: `Gives age range, gender, rectangle and 68 landmarks of every face in the image, the most prominent first and no more than ${MAX_FACES} (or of the faces that boxes name, in their order), and the size of the image. An image without a face gives the size alone.`,
    },
    query: {
      face_det: faceDet,
      bboxes: severalBoxes,
      max_faces: maxFaces,
      min_face_size: minFaceSize,
      return_attributes: returnAttributes(IMAGE_ATTRIBUTES),
    },
    images: [{ field: 'image_attr', boxes: 'bboxes', about: 'The image to analyse.' }],
    takesList: true,
    response: oneOrSeveral('Fetched attributes.', AttributesData, {
      description: 'The faces and the size.',
      examples: ATTRIBUTES_EXAMPLES,
      headers: VECTORS_MODEL_HEADER,
    }),
    // As many as the vectors that the caller asks for.
    calls: ({ bboxes, max_faces, return_attributes }) =>
      return_attributes.has('vector') && bboxes.length === 0 ? callsFor(max_faces ?? MAX_VECTORS) : 1,
    prepare: ({ query, reply }) => {
      if (query.return_attributes.has('vector')) sendModel(reply);
    },
    run: async ({ image_attr }, { engine, request, query, signal }) => {
      const faces = everyFace(query);
      const extras = query.return_attributes;
      // A visitor has one call.
      const maxVectors = MAX_VECTORS * (countedCallOf(request).calls ?? 1);
      const wanted = { extras: extrasFor(extras), maxVectors, signal };
      const analysis = await engine.analyse(image_attr, { faces, ...wanted });
      return {
        data: { attributes: attributes(analysis, faces, extras) },
        timings: [analysis.timings],
        calls: callsFor(analysis.faces.filter(({ vector }) => vector !== undefined).length),
      };
    },
  });
