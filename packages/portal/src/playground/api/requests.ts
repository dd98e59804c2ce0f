import { boxText, type Box } from '../faces/box.js';
import type { ApiRequest, ImageSource } from './request.js';

/** What the page asks for of each face when details are wanted. */
const DETAILS = 'confidence,age_years,pose,quality,expression';

export const detectRequest = (image: ImageSource, details = false): ApiRequest => ({
  path: '/get_image_attr',
  query: details ? [['return_attributes', DETAILS]] : [],
  images: [{ field: 'image_attr', source: image }],
});

export interface ChosenFace {
  readonly image: ImageSource;
  readonly box: Box;
}

export const matchRequest = (first: ChosenFace, second: ChosenFace): ApiRequest => ({
  path: '/match_faces',
  query: [
    ['bboxes_1', boxText(first.box)],
    ['bboxes_2', boxText(second.box)],
  ],
  images: [
    { field: 'img_1', source: first.image },
    { field: 'img_2', source: second.image },
  ],
});

export const vectorRequest = ({ image, box }: ChosenFace, quality: boolean): ApiRequest => ({
  path: '/get_face_vec',
  query: [['bboxes', boxText(box)], ...(quality ? ([['quality', '1']] as const) : [])],
  images: [{ field: 'img', source: image }],
});
