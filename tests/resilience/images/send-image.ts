import { API_KEY, type JsonResponse, type Envelope } from '../shared/service.js';

/** A box far outside every image: the call passes HTTP, worker and decoder, but no network runs. */
export const DECODE_ONLY = '?bboxes=99990,99990,99999,99999';
/** The response for a good image: only the box is wrong. */
export const DECODED = '2002';

/** A little longer than the deadline that the service gives itself (30 s); a call that takes this long hangs. */
const HANG_MS = 35_000;

const BOUNDARY = 'hard-boundary-7f3a';
const HEAD = Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="img"; filename="a"\r\n\r\n`);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** Sends an image unchanged. Without FormData, which takes more time than the service itself. */
export async function sendImage(url: string, image: Uint8Array, query = DECODE_ONLY): Promise<JsonResponse> {
  const response = await fetch(`${url}/get_face_vec${query}`, {
    method: 'POST',
    headers: { user_id: API_KEY, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Uint8Array.from(Buffer.concat([HEAD, image, TAIL])),
    signal: AbortSignal.timeout(HANG_MS),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
}
