import { USER_ID, type Answer, type Envelope } from '../shared/service.js';

/** Far outside of every image: the whole way through HTTP, worker and decoder is gone, and then no net runs. */
export const DECODE_ONLY = '?bboxes=99990,99990,99999,99999';
/** What a good image is answered then: the box is wrong, so the image was right. */
export const DECODED = '2002';

/** A little longer than the deadline that the service gives itself (30 s); whatever takes this long hangs. */
const HANG_MS = 35_000;

const BOUNDARY = 'hard-boundary-7f3a';
const HEAD = Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="img"; filename="a"\r\n\r\n`);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** Sends an image as it is. Not with FormData, which costs more than the service itself needs. */
export async function sendImage(url: string, image: Uint8Array, query = DECODE_ONLY): Promise<Answer> {
  const response = await fetch(`${url}/get_face_vec${query}`, {
    method: 'POST',
    headers: { user_id: USER_ID, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Uint8Array.from(Buffer.concat([HEAD, image, TAIL])),
    signal: AbortSignal.timeout(HANG_MS),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
}
