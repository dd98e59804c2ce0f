import { bodyKind, type ApiRequest, type ImageSource } from './request.js';

/** The body of a request: a form with files, or JSON text. */
export async function encodeBody(request: ApiRequest): Promise<FormData | string> {
  if (bodyKind(request) === 'multipart') return formOf(request);
  const entries = await Promise.all(
    request.images.map(async ({ field, source }) => [field, await textOf(source)] as const),
  );
  return JSON.stringify(Object.fromEntries(entries));
}

function formOf({ images }: ApiRequest): FormData {
  const form = new FormData();
  for (const { field, source } of images) {
    if (source.kind === 'file') form.append(field, source.bytes, source.name);
  }
  return form;
}

const textOf = (source: ImageSource): Promise<string> =>
  source.kind === 'url' ? Promise.resolve(source.url) : base64Of(source.bytes);

const CHUNK_BYTES = 0x8000;

export async function base64Of(bytes: Blob): Promise<string> {
  const all = new Uint8Array(await bytes.arrayBuffer());
  let binary = '';
  // In parts, for a call with millions of arguments overflows the stack.
  for (let at = 0; at < all.length; at += CHUNK_BYTES) {
    binary += String.fromCharCode(...all.subarray(at, at + CHUNK_BYTES));
  }
  return btoa(binary);
}
