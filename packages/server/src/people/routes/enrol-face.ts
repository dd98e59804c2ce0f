import { z } from 'zod';
import {
  analysisRoute,
  faceDet,
  FaceRectangleSchema,
  LEVEL_ERRORS,
  MODEL_HEADER_DOCUMENT,
  MODEL_HEADERS,
  MODEL_REQUEST_HEADER,
  oneFace,
  oneOrSeveral,
  QUALITY_DESCRIPTION,
  singleBox,
} from '../../faces/index.js';
import { choice } from '../../http/query.js';
import type { Route } from '../../http/route.js';
import { MatchView } from './collections.schema.js';
import { faceOf, IMAGES, matchView, SEARCHED_ERRORS } from './face-of-call.js';
import { PERSON, ownerOf, type PeopleDeps } from './people-deps.js';

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

export const enrolFace = (deps: PeopleDeps): Route =>
  analysisRoute(deps.lanes, {
    path: '/collections/:collection/people/:person/faces',
    scope: 'enrol',
    headers: MODEL_HEADERS,
    document: {
      operationId: 'enrolFace',
      tag: 'Collections',
      summary: 'Enrol a face',
      description:
        'Adds the most prominent face of the image (or the face that a box names, or a stored vector) to a person, who is created if new. Somebody who is already there under another id is reported in `duplicates`.',
      requestHeaders: MODEL_REQUEST_HEADER,
    },
    params: PERSON,
    query: {
      bboxes: singleBox('img'),
      quality: choice(
        ['2', '1', '0'],
        `As for Face Vector, but the default is 2, the check of photos for enrolment. Without effect on a stored vector. ${QUALITY_DESCRIPTION}`,
      ),
      face_det: faceDet,
    },
    images: IMAGES,
    takesList: true,
    response: oneOrSeveral('Face enrolled.', EnrolledData, {
      description: 'The id of the face.',
      headers: MODEL_HEADER_DOCUMENT,
    }),
    errors: [...SEARCHED_ERRORS, 'collection-limit', 'no-face', ...LEVEL_ERRORS],
    prepare: ({ request, params: { collection, person }, signal }) =>
      deps.collections.faces.prepareEnrolment(ownerOf(deps, request), collection, person, signal),
    run: async ({ img }, { engine, request, params, query, prepared, signal }) => {
      const { collection, person } = params;
      const faces = oneFace(query.bboxes, query.face_det);
      const { vector, rectangle, timings } = await faceOf(engine, img, faces, signal, query.quality);
      const data = async (): Promise<z.infer<typeof EnrolledData>> => {
        const enrolment = { collection, person, vector, signal, prepared };
        const enrolled = await deps.collections.faces.enrol(ownerOf(deps, request), enrolment);
        return {
          face: String(enrolled.face),
          person,
          is_new: enrolled.isNew,
          duplicates: enrolled.duplicates.map(matchView),
          ...(rectangle !== null && { face_rectangle: rectangle }),
        };
      };
      return { data, timings };
    },
  });
