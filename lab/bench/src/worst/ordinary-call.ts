import { readSample } from '../data/sample-photos.js';
import type { Attempt } from './requests.js';

/** A call such as others make all the time. */
export async function ordinaryCall(apiKey: string): Promise<Attempt> {
  const img = (await readSample('sample1.jpg')).toString('base64');
  return {
    route: 'ordinary',
    name: 'a photo',
    method: 'POST',
    path: '/get_face_vec',
    headers: { user_id: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ img }),
  };
}
