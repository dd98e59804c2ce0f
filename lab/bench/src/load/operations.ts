import { API_KEY } from './started-server.js';

export interface LoadOperation {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** With how many connections it is measured, one step for each. */
  readonly connections: readonly number[];
}

const CONNECTIONS = [1, 4, 16, 64];
/** One step is enough to see what large bodies do to the event loop. */
const CONNECTIONS_OF_LARGE = [4];

const BOUNDARY = 'facet-load-boundary';

function form(photo: Buffer, fields: readonly string[]): Buffer {
  const parts = fields.flatMap((field) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    photo,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const upload = (path: string, photo: Buffer, fields: readonly string[]): LoadOperation => ({
  name: path.slice(1),
  path,
  headers: { user_id: API_KEY, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: form(photo, fields),
  connections: CONNECTIONS,
});

const asBase64 = (name: string, photo: Buffer, connections: readonly number[]): LoadOperation => ({
  name,
  path: '/get_face_vec',
  headers: { user_id: API_KEY, 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ img: photo.toString('base64') })),
  connections,
});

/** Each operation with the photo as an upload. */
export const uploads = (photo: Buffer): LoadOperation[] => [
  upload('/match_faces', photo, ['img_1', 'img_2']),
  upload('/compare_faces', photo, ['img_1', 'img_2']),
  upload('/get_image_attr', photo, ['image_attr']),
  upload('/get_face_vec', photo, ['img']),
];

/** The same, and more with Base64 in JSON: the photo, and a far larger file of it. */
export const loadOperations = (photo: Buffer, largePhoto: Buffer): LoadOperation[] => [
  ...uploads(photo),
  asBase64('get_face_vec (Base64)', photo, CONNECTIONS),
  asBase64(
    `get_face_vec (Base64, ${(largePhoto.length / 1e6).toFixed(0)} MB)`,
    largePhoto,
    CONNECTIONS_OF_LARGE,
  ),
];
