import { request } from 'node:http';
import { API_KEY } from '../shared/service.js';

export interface SlowCall {
  /** Sends the rest of the image. */
  finish(): void;
  readonly answer: Promise<{ readonly status: number; readonly code: string }>;
  hangUp(): void;
}

const BOUNDARY = 'a-line-between-parts';

/** A call of which half the image has been sent. */
export function slowCall(url: string, image: Buffer): SlowCall {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="img"; filename="img"\r\n\r\n`;
  const half = Math.floor(image.length / 2);
  const call = request(`${url}/get_face_vec`, {
    method: 'POST',
    headers: { user_id: API_KEY, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answer = new Promise<{ status: number; code: string }>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject).on('end', () => {
        resolve({ status: response.statusCode ?? 0, code: (JSON.parse(text) as { code: string }).code });
      });
    });
  });
  call.write(head);
  call.write(image.subarray(0, half));
  return {
    answer,
    finish: () => {
      call.write(image.subarray(half));
      call.end(`\r\n--${BOUNDARY}--\r\n`);
    },
    hangUp: () => {
      call.destroy();
    },
  };
}
