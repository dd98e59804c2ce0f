import { FACE_IMAGE } from './fake-engine.test.fixture.js';
import { USER_ID } from './running-app.test.fixture.js';

export interface Answer {
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

export async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export async function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { user_id: USER_ID },
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
  return answerOf(response);
}

export async function postForm(
  url: string,
  fields: Readonly<Record<string, string | Uint8Array>>,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Uint8Array.from(value)]), 'photo.jpg');
  }
  return answerOf(await fetch(url, { method: 'POST', headers: { user_id: USER_ID }, body: form }));
}

export const postVector = (
  url: string,
  userId = USER_ID,
  signal: AbortSignal | null = null,
): Promise<Answer> =>
  postJson(`${url}/get_face_vec`, { img: base64(FACE_IMAGE) }, { user_id: userId }, signal);
