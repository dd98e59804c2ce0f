import { boxText, type Box } from '../faces/box.js';
import type { ApiRequest, ImageSource } from './request.js';

/** All attributes that one call can return for each face, so that Match, Search and Vector need no further call. */
const EVERYTHING = 'confidence,age_years,pose,quality,expression,vector';

const imageAttributes = (image: ImageSource, query: ApiRequest['query']): ApiRequest => ({
  path: '/get_image_attr',
  query,
  images: [{ field: 'image_attr', source: image }],
});

/** The specified answer and nothing more. */
export const facesRequest = (image: ImageSource): ApiRequest => imageAttributes(image, []);

/** What this page asks, once for each photo. */
export const analysisRequest = (image: ImageSource): ApiRequest =>
  imageAttributes(image, [['return_attributes', EVERYTHING]]);

export interface ChosenFace {
  readonly image: ImageSource;
  /** null: the most prominent face. */
  readonly box: Box | null;
}

const boxQuery = (name: string, box: Box | null): ApiRequest['query'] =>
  box === null ? [] : [[name, boxText(box)]];

export const matchRequest = (first: ChosenFace, second: ChosenFace): ApiRequest => ({
  path: '/match_faces',
  query: [...boxQuery('bboxes_1', first.box), ...boxQuery('bboxes_2', second.box), ['details', '1']],
  images: [
    { field: 'img_1', source: first.image },
    { field: 'img_2', source: second.image },
  ],
});

export const vectorRequest = ({ image, box }: ChosenFace, quality: boolean): ApiRequest => ({
  path: '/get_face_vec',
  query: [...boxQuery('bboxes', box), ...(quality ? ([['quality', '1']] as const) : [])],
  images: [{ field: 'img', source: image }],
});

/** The placeholder in the code while no photo is chosen. */
export const placeholderImage = (name: string): ImageSource => ({
  kind: 'file',
  id: name,
  name,
  bytes: new Blob(),
});
