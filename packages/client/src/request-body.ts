import type { PreparedImage, SentImage } from './image-source.js';

export type ImageField = readonly [field: string, image: PreparedImage];

/** A body that can be sent more than once. */
export interface RequestBody {
  readonly body: FormData | Blob | string;
  /** A form brings its own content type, with its boundary. */
  readonly contentType?: 'application/json' | 'application/octet-stream';
}

/** Files as a form; strings as JSON. The service wants both images the same way, so a mix becomes two strings. */
export async function requestBody(images: readonly ImageField[]): Promise<RequestBody> {
  return formOf(images) ?? (await jsonOf(images));
}

function formOf(images: readonly ImageField[]): RequestBody | null {
  if (images.some(([, { as }]) => as === 'text') || images.every(([, { as }]) => as === 'vector'))
    return null;
  const body = new FormData();
  for (const [field, image] of images) {
    if (image.as === 'bytes') body.append(field, image.blob, field);
    else if (image.as === 'vector') body.append(field, JSON.stringify(image.numbers));
  }
  return { body };
}

async function jsonOf(images: readonly ImageField[]): Promise<RequestBody> {
  const values: Record<string, string | readonly number[]> = {};
  for (const [field, image] of images) values[field] = await jsonValue(image);
  return { body: JSON.stringify(values), contentType: 'application/json' };
}

const jsonValue = async (image: PreparedImage): Promise<string | readonly number[]> =>
  image.as === 'vector' ? image.numbers : imageText(image);

/** An image as a string that the service understands. */
export async function imageText(image: SentImage): Promise<string> {
  return image.as === 'text' ? image.text : toBase64(new Uint8Array(await image.blob.arrayBuffer()));
}

/** Bytes per step; a multiple of 3, so that the steps join without padding between them. */
const STEP = 3 * 8192;

/** Base64 with what every runtime has. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += STEP) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + STEP))));
  }
  return parts.join('');
}
