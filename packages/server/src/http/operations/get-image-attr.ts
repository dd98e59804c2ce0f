import { MAX_FACES, type FaceSelection } from '@facet/engine';
import { attributes } from '../../results/attributes.js';
import { AttributesData, type Attributes } from '../../results/attributes.schema.js';
import { successSchema } from '../envelope.js';
import { ATTRIBUTES_EXAMPLES } from '../openapi/recorded-answers.js';
import { everyFace, faceDet, severalBoxes } from './face-selection.js';
import { OPERATION_ERRORS, type Operation } from './operation.js';

const MESSAGE = 'Fetched attributes.';

export const getImageAttr: Operation<'image_attr', FaceSelection, { readonly attributes: Attributes }> = {
  path: '/get_image_attr',
  message: MESSAGE,
  images: [{ field: 'image_attr', boxes: 'bboxes' }],
  sameWay: false,
  document: {
    operationId: 'getImageAttr',
    tag: 'Faces',
    summary: 'Image Attributes',
    description: `Gives age range, gender, rectangle and 68 landmarks of every face in the image, the most prominent first and no more than ${MAX_FACES} (or of the faces that boxes name, in their order), and the size of the image. An image without a face gives the size alone.`,
    query: { face_det: faceDet, bboxes: severalBoxes },
    imageFields: { image_attr: 'The image to analyse.' },
    responses: {
      200: {
        description: 'The faces and the size.',
        schema: successSchema(MESSAGE, AttributesData),
        examples: ATTRIBUTES_EXAMPLES,
      },
    },
    errors: OPERATION_ERRORS,
  },
  parseQuery: everyFace,
  async run(engine, images, faces, signal) {
    const analysis = await engine.analyse(images.image_attr, { faces, signal });
    return { data: { attributes: attributes(analysis, faces) }, timings: [analysis.timings] };
  },
};
