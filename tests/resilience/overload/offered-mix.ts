import { formRequest, jsonRequest, type WireRequest } from '@facet/test-support';
import sharp from 'sharp';
import type { Random } from '../images/random.js';
import { photo } from '../shared/photos.js';

const WIDTH = 320;

const small = async (n: 1 | 2 | 3 | 4 | 5 | 6): Promise<Buffer> =>
  sharp(await photo(n))
    .resize({ width: WIDTH })
    .jpeg({ quality: 85 })
    .toBuffer();

/** A call, and which of the calls of one caller it is: the same kind is the same work for every caller. */
export interface OfferedCall {
  readonly request: WireRequest;
  readonly kind: number;
}

/** All four operations on good photos, as files and as Base64, of one caller: each of them is answered with 200. */
export async function callsOf(apiKey: string): Promise<OfferedCall[]> {
  const photos = await Promise.all(([1, 2, 3, 4, 5, 6] as const).map(small));
  const requests = photos.flatMap((img_1, n) => {
    const img_2 = photos[(n + 1) % photos.length] ?? img_1;
    return [
      formRequest('/get_face_vec', apiKey, { img: img_1 }),
      jsonRequest('/get_face_vec', apiKey, { img: img_1 }),
      formRequest('/get_image_attr', apiKey, { image_attr: img_1 }),
      formRequest('/match_faces', apiKey, { img_1, img_2 }),
      jsonRequest('/compare_faces', apiKey, { img_1, img_2 }),
    ];
  });
  return requests.map((request, kind) => ({ request, kind }));
}

/** Draws calls of all these callers, each equally often. */
export async function offeredMix(apiKeys: readonly string[], random: Random): Promise<() => OfferedCall> {
  const calls = (await Promise.all(apiKeys.map(callsOf))).flat();
  return () => random.pick(calls);
}
