import { toBase64 } from '@facet/client/answers';
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
  source.kind === 'url'
    ? Promise.resolve(source.url)
    : source.bytes.arrayBuffer().then((bytes) => toBase64(new Uint8Array(bytes)));
