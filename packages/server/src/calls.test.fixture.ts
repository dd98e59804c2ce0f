import { FACE_IMAGE } from './fake-engine.test.fixture.js';
import { API_KEY } from './running-app.test.fixture.js';

export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<{
    status: string;
    code: string;
    success: boolean;
    message: string;
    data: Record<string, unknown>;
  }>;
}

export async function readResponse(response: Response): Promise<JsonResponse> {
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as JsonResponse['body'],
  };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export async function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { user_id: API_KEY },
  signal: AbortSignal | null = null,
): Promise<JsonResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
  return readResponse(response);
}

export async function postForm(
  url: string,
  fields: Readonly<Record<string, string | Uint8Array>>,
): Promise<JsonResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Uint8Array.from(value)]), 'photo.jpg');
  }
  return readResponse(await fetch(url, { method: 'POST', headers: { user_id: API_KEY }, body: form }));
}

export const postVector = (
  url: string,
  apiKey = API_KEY,
  signal: AbortSignal | null = null,
): Promise<JsonResponse> =>
  postJson(`${url}/get_face_vec`, { img: base64(FACE_IMAGE) }, { user_id: apiKey }, signal);
