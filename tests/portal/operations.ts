import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const photoFolder = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

/** The path of a real photo, for file inputs. */
export const photoPath = (n: number): string => join(photoFolder, `sample${n}.jpg`);

/** The code that the service responds with to a real call with an API key; '1000' is success. */
export async function codeOfCall(url: string, apiKey: string, photo = 2): Promise<string> {
  const { code } = await attributesOf(url, apiKey, photo);
  return code;
}

export interface ServiceResponse {
  readonly code: string;
  readonly data: { readonly attributes?: unknown };
}

export async function attributesOf(url: string, apiKey: string, photo: number): Promise<ServiceResponse> {
  const form = new FormData();
  form.set('image_attr', new Blob([await readFile(photoPath(photo))]), 'photo.jpg');
  const response = await fetch(`${url}/get_image_attr`, {
    method: 'POST',
    headers: { user_id: apiKey },
    body: form,
  });
  return (await response.json()) as ServiceResponse;
}
