import type { FaceSelection } from '@facet/engine';
import { z } from 'zod';
import type { Owner } from '../collection-limits.js';
import type { CollectionRow } from '../collection-rows.js';
import { parseChoice } from '../../http/query.js';
import type { FaceInput } from '../../images/read-images.js';
import { FaceRectangleSchema } from '../../faces/results/attributes.schema.js';
import { MAX_IMAGES } from '../../faces/batch.js';
import { faceDet, oneFace, qualityLevel, singleBox } from '../../faces/face-selection.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS, MODEL_REQUEST_HEADER } from '../../faces/model-header.js';
import { oneOrSeveral, OPERATION_ERRORS, type Operation } from '../../faces/operation.js';
import { idOf, PERSON } from './collection-ids.js';
import { ownerOf, type CollectionDeps } from './collection-route.js';
import { MatchView } from './collections.schema.js';
import { afterAnalysis, faceOf, IMAGES, matchView, SEARCHED_ERRORS, VECTOR_FIELD } from './face-of-call.js';

interface EnrolQuery {
  readonly owner: Owner;
  readonly collection: string;
  readonly person: string;
  /** The collection as it was found before the body was read. */
  readonly prepared?: CollectionRow;
  readonly faces: FaceSelection;
  readonly level: '0' | '1' | '2';
}

const ENROLLED = 'Face enrolled.';

const EnrolledData = z.object({
  face: z
    .string()
    .describe('The id of the face.')
    .meta({ examples: ['17'] }),
  person: z.string().meta({ examples: ['ada'] }),
  is_new: z
    .boolean()
    .describe('False if the person had this very face already: a repeated call changes nothing.'),
  duplicates: z
    .array(MatchView)
    .describe('Other people of the collection who look the same: perhaps the same person under another id.'),
  face_rectangle: FaceRectangleSchema.optional().describe('Left out for a stored vector.'),
});

export const enrolFace = (
  deps: CollectionDeps,
): Operation<'img', EnrolQuery, z.infer<typeof EnrolledData>, FaceInput> => ({
  path: '/collections/:collection/people/:person/faces',
  message: ENROLLED,
  images: IMAGES,
  takesList: true,
  sameWay: false,
  headers: MODEL_HEADERS,
  document: {
    operationId: 'enrolFace',
    tag: 'Collections',
    summary: 'Enrol a face',
    description:
      'Adds the most prominent face of the image (or the face that a box names, or a stored vector) to a person, who is created if new. Somebody who is already there under another id is reported in `duplicates`.',
    params: PERSON,
    query: {
      bboxes: singleBox('img'),
      quality: {
        schema: z.enum(['2', '1', '0']).default('2'),
        description: `As for Face Vector, but the default is 2, the check of photos for enrolment. Without effect on a stored vector. ${qualityLevel.description}`,
      },
      face_det: faceDet,
    },
    imageFields: { img: 'The image with the face.' },
    vectorFields: VECTOR_FIELD,
    mostInList: MAX_IMAGES,
    requestHeaders: MODEL_REQUEST_HEADER,
    responses: {
      200: {
        description: 'The id of the face.',
        ...oneOrSeveral(ENROLLED, EnrolledData),
        headers: MODEL_HEADER_DOCUMENT,
      },
    },
    errors: [
      ...OPERATION_ERRORS,
      ...SEARCHED_ERRORS,
      'collection-limit',
      'no-face',
      'face-too-small',
      'low-illumination',
      'incorrect-pose',
      'enrolment-check',
    ],
  },
  parseQuery: (rawQuery, caller) => ({
    owner: ownerOf(deps, caller),
    collection: idOf(caller.params, 'collection'),
    person: idOf(caller.params, 'person'),
    faces: oneFace(rawQuery, 'bboxes'),
    level: parseChoice(rawQuery, 'quality', ['2', '1', '0']),
  }),
  prepare: async (query, signal) => {
    const { owner, collection, person } = query;
    return {
      ...query,
      prepared: await deps.collections.faces.prepareEnrolment(owner, collection, person, signal),
    };
  },
  async run(engine, { img }, { owner, collection, person, prepared, faces, level }, signal) {
    const { vector, rectangle, timings } = await faceOf(engine, img, faces, signal, level);
    const { face, isNew, duplicates } = await afterAnalysis(() =>
      deps.collections.faces.enrol(owner, { collection, person, vector, signal, prepared }),
    );
    return {
      data: {
        face: String(face),
        person,
        is_new: isNew,
        duplicates: duplicates.map(matchView),
        ...(rectangle !== null && { face_rectangle: rectangle }),
      },
      timings,
    };
  },
});
