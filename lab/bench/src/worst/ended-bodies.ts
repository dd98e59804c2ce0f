import type { Attempt } from './requests.js';

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
/** The headers of its part never end, so that a parser waits for more although the body is complete. */
const HEADERS_WITHOUT_END = '--x\r\ncontent-disposition: form-data; name="img"\r\n--x--\r\n';

/**
 * Complete bodies in which a parser never finishes. They cost nothing but time, and would hold a place until the deadline:
 * each is a row of its own, and has to be rejected as malformed.
 */
export const endedBodies = (apiKey: string): readonly Attempt[] =>
  [
    { path: '/get_face_vec', auth: { user_id: apiKey } },
    { path: '/get_face_vec', auth: { 'sec-fetch-site': 'same-origin' } },
  ].map(({ path, auth }) => ({
    route: `POST ${path}, a body that has ended`,
    name: 'a part whose headers never end',
    method: 'POST',
    path,
    headers: { ...auth, ...FORM },
    body: HEADERS_WITHOUT_END,
    expectedStatus: 400,
  }));
