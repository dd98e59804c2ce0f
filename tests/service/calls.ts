import { API_KEY } from './started-service.js';

export interface Envelope {
  readonly status: string;
  readonly code: string;
  readonly success: boolean;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Envelope;
}

type Fields = Readonly<Record<string, string | Uint8Array>>;

const answer = async (response: Response): Promise<ServiceResponse> => ({
  status: response.status,
  headers: response.headers,
  body: (await response.json()) as Envelope,
});

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Files as file parts, strings as text parts. */
export async function postForm(
  url: string,
  fields: Fields,
  headers: Readonly<Record<string, string>> = { user_id: API_KEY },
): Promise<ServiceResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Uint8Array.from(value)]), 'upload');
  }
  return answer(await fetch(url, { method: 'POST', headers, body: form }));
}

export async function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { user_id: API_KEY },
): Promise<ServiceResponse> {
  return answer(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );
}

export interface FaceEntry {
  readonly age: string;
  readonly face_rectangle: readonly [number, number, number, number];
  readonly gender: string;
  readonly gender_confidence: number;
  readonly landmarks: {
    readonly faceLandMark: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
  };
}

export interface AttributeResponse {
  readonly faces: readonly FaceEntry[];
  readonly keys: readonly string[];
  readonly imageSize: readonly number[];
}

export async function attributesOf(url: string, image: Uint8Array, query = ''): Promise<AttributeResponse> {
  const { body } = await postForm(`${url}/get_image_attr${query}`, { image_attr: image });
  if (!body.success) throw new Error(`${body.code}: ${body.message}`);
  const attributes = body.data['attributes'] as Readonly<Record<string, unknown>>;
  const keys = Object.keys(attributes);
  return {
    keys,
    faces: keys.filter((key) => key.startsWith('face_id_')).map((key) => attributes[key] as FaceEntry),
    imageSize: attributes['image_size'] as number[],
  };
}

export async function vectorOf(url: string, image: Uint8Array, query = ''): Promise<readonly number[]> {
  const { body } = await postForm(`${url}/get_face_vec${query}`, { img: image });
  if (!body.success) throw new Error(`${body.code}: ${body.message}`);
  return body.data['vector'] as number[];
}

export const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, n) => value - (b[n] ?? NaN)));
