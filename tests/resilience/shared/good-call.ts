import { expect } from 'vitest';
import { smallPhoto } from './photos.js';
import { postFiles } from './service.js';

export interface GoodCall {
  /** Repeats the call and expects exactly the response from before the attack. */
  readonly stillResponds: () => Promise<void>;
  readonly image: Buffer;
}

/** A call whose answer is known before an attack begins. */
export async function goodCall(url: string): Promise<GoodCall> {
  const image = await smallPhoto();
  const call = async (): Promise<unknown> => {
    const { status, body } = await postFiles(`${url}/get_face_vec`, { img: image });
    expect(body).toMatchObject({ status: 'ok', code: '1000' });
    expect(status).toBe(200);
    return body.data['vector'];
  };
  const before = await call();
  expect(before).toHaveLength(128);
  return {
    image,
    stillResponds: async () => {
      expect(await call()).toEqual(before);
    },
  };
}
