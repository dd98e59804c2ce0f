import { MAX_FACES, type FaceSelection } from '@facet/engine';
import { parseAttributes } from '../http/query.js';
import { attributes } from './results/attributes.js';
import { extrasFor, IMAGE_ATTRIBUTES, type ImageAttribute } from './results/attribute-table.js';
import { AttributesData, type Attributes } from './results/attributes.schema.js';
import { ATTRIBUTES_EXAMPLES } from '../http/openapi/recorded-responses.js';
import { MAX_IMAGES } from './batch.js';
import {
  everyFace,
  faceDet,
  maxFaces,
  minFaceSize,
  returnAttributes,
  severalBoxes,
} from './face-selection.js';
import { MODEL_HEADERS, VECTORS_MODEL_HEADER } from './model-header.js';
import { oneOrSeveral, OPERATION_ERRORS, type Operation } from './operation.js';

const MESSAGE = 'Fetched attributes.';

interface AttributesQuery {
  readonly faces: FaceSelection;
  /** What each face gets beyond the specification. */
  readonly extras: ReadonlySet<ImageAttribute>;
}

export const getImageAttr: Operation<'image_attr', AttributesQuery, { readonly attributes: Attributes }> = {
  path: '/get_image_attr',
  message: MESSAGE,
  images: [{ field: 'image_attr', boxes: 'bboxes' }],
  takesList: true,
  sameWay: false,
  document: {
    operationId: 'getImageAttr',
    tag: 'Faces',
    summary: 'Image Attributes',
    description: `Gives age range, gender, rectangle and 68 landmarks of every face in the image, the most prominent first and no more than ${MAX_FACES} (or of the faces that boxes name, in their order), and the size of the image. An image without a face gives the size alone.`,
    query: {
      face_det: faceDet,
      bboxes: severalBoxes,
      max_faces: maxFaces,
      min_face_size: minFaceSize,
      return_attributes: returnAttributes(IMAGE_ATTRIBUTES),
    },
    imageFields: { image_attr: 'The image to analyse.' },
    mostInList: MAX_IMAGES,
    responses: {
      200: {
        description: 'The faces and the size.',
        ...oneOrSeveral(MESSAGE, AttributesData),
        examples: ATTRIBUTES_EXAMPLES,
        headers: VECTORS_MODEL_HEADER,
      },
    },
    errors: OPERATION_ERRORS,
  },
  parseQuery: (rawQuery) => ({
    faces: everyFace(rawQuery),
    extras: parseAttributes(rawQuery, IMAGE_ATTRIBUTES),
  }),
  headersFor: ({ extras }) => (extras.has('vector') ? MODEL_HEADERS : {}),
  async run(engine, images, { faces, extras }, signal) {
    const analysis = await engine.analyse(images.image_attr, { faces, extras: extrasFor(extras), signal });
    return {
      data: { attributes: attributes(analysis, faces, extras) },
      timings: [analysis.timings],
    };
  },
};
