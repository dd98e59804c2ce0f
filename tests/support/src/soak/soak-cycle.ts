import { formRequest, jsonRequest, type WireRequest } from '../wire/wire-request.js';
import type { SoakPhotos } from './soak-photos.js';

/** One call of the soak. */
export interface SoakCall {
  readonly kind: string;
  readonly request: WireRequest;
  /** The code of the response; `cut` if the caller disconnects during its upload, `gone` if right after it. */
  readonly expected: string;
}

export interface CycleParts {
  readonly apiKey: string;
  readonly photos: SoakPhotos;
  /** Where the photo with this name can be fetched. */
  readonly urlOf: (name: string) => string;
}

type Make = (face: Buffer, other: Buffer, n: number) => WireRequest;

/**
 * A hundred calls in a fixed order that mixes them: all operations, all ways to send an image, good and bad. Every
 * cycle is the same work, so that a difference between two cycles comes from the service.
 */
export function soakCycle({ apiKey, photos, urlOf }: CycleParts): SoakCall[] {
  const { faces, faceless } = photos;
  const cycle: SoakCall[] = [];
  const add = (count: number, kind: string, expected: string, make: Make): void => {
    for (let n = 0; n < count; n++) {
      const face = faces[cycle.length % faces.length] ?? faceless;
      const other = faces[(cycle.length + 1) % faces.length] ?? faceless;
      cycle.push({ kind, expected, request: make(face, other, cycle.length % faces.length) });
    }
  };
  const vector = '/get_face_vec';
  const known = `${vector}?face_det=0`;
  const cutOff = (image: Buffer): Buffer => image.subarray(0, image.length / 2);

  add(4, 'vector, file', '1000', (img) => formRequest(vector, apiKey, { img }));
  add(2, 'vector, Base64', '1000', (img) => jsonRequest(vector, apiKey, { img }));
  add(3, 'vector, URL', '1000', (_, __, n) => jsonRequest(vector, apiKey, { img: urlOf(`face-${n}`) }));
  add(14, 'vector of a known face', '1000', (img) => formRequest(known, apiKey, { img }));
  add(3, 'attributes, file', '1000', (image_attr) => formRequest('/get_image_attr', apiKey, { image_attr }));
  add(1, 'attributes, URL', '1000', (_, __, n) =>
    formRequest('/get_image_attr', apiKey, { image_attr: urlOf(`face-${n}`) }),
  );
  add(2, 'match, files', '1000', (img_1, img_2) => formRequest('/match_faces', apiKey, { img_1, img_2 }));
  add(1, 'match, Base64', '1000', (img_1, img_2) => jsonRequest('/match_faces', apiKey, { img_1, img_2 }));
  add(1, 'compare, file and URL', '1000', (img_1, _, n) =>
    formRequest('/compare_faces', apiKey, { img_1, img_2: urlOf(`face-${n}`) }),
  );
  add(3, 'match of known faces', '1000', (img_1, img_2) =>
    formRequest('/match_faces?face_det=0', apiKey, { img_1, img_2 }),
  );
  add(1, 'no face', '3001', () => formRequest(vector, apiKey, { img: faceless }));
  add(8, 'cut-off image', '2003', (img) => formRequest(vector, apiKey, { img: cutOff(img) }));
  add(3, 'cut-off image in a pair', '2003', (img_1, img_2) =>
    jsonRequest('/match_faces', apiKey, { img_1, img_2: cutOff(img_2) }),
  );
  add(5, 'no image', '2004', () => formRequest(vector, apiKey, { img: Buffer.alloc(5000, 'GIF89a') }));
  add(6, 'missing field', '2001', (img) => formRequest('/compare_faces', apiKey, { img_1: img }));
  add(7, 'wrong parameter', '2002', (img) => formRequest(`${vector}?face_det=yes`, apiKey, { img }));
  add(4, 'forbidden address', '3201', () => jsonRequest(vector, apiKey, { img: 'http://10.1.2.3/a.jpg' }));
  add(3, 'nothing at the address', '3202', () => jsonRequest(vector, apiKey, { img: urlOf('nothing') }));
  add(18, 'unknown API key', '4002', (img) => formRequest(vector, 'nobody-has-this-id', { img }));
  add(8, 'cancelled upload', 'cut', (img) => formRequest(vector, apiKey, { img }));
  add(3, 'cancelled call', 'gone', (img) => formRequest(vector, apiKey, { img }));
  return interleaved(cycle);
}

/** Steps through the cycle by a stride that shares no divisor with its length, so that each call comes once. */
function interleaved(cycle: readonly SoakCall[]): SoakCall[] {
  const STRIDE = 37;
  return cycle.map((call, n) => cycle[(n * STRIDE) % cycle.length] ?? call);
}
