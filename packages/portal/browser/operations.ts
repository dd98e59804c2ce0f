import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const photoFolder = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

/** The path of a real photo, for file inputs. */
export const photoPath = (n: number): string => join(photoFolder, `sample${n}.jpg`);

/** The code that the service answers to a real call with a user id; '1000' is success. */
export async function codeOfCall(url: string, userId: string, photo = 2): Promise<string> {
  const { code } = await attributesOf(url, userId, photo);
  return code;
}

export interface Answer {
  readonly code: string;
  readonly data: { readonly attributes?: unknown };
}

export async function attributesOf(url: string, userId: string, photo: number): Promise<Answer> {
  const form = new FormData();
  form.set('image_attr', new Blob([await readFile(photoPath(photo))]), 'photo.jpg');
  const response = await fetch(`${url}/get_image_attr`, {
    method: 'POST',
    headers: { user_id: userId },
    body: form,
  });
  return (await response.json()) as Answer;
}
