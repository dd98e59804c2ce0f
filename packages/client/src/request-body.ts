import { toBase64 } from './base64.js';
import type { PreparedImage } from './image-source.js';

export type ImageField = readonly [field: string, image: PreparedImage];

/** A body that can be sent again as it is. */
export interface RequestBody {
  readonly body: FormData | string;
  /** A form brings its own content type, with its boundary. */
  readonly contentType?: 'application/json';
}

/** Files as a form; strings as JSON. The service wants both images the same way, so a mix becomes two strings. */
export async function requestBody(images: readonly ImageField[]): Promise<RequestBody> {
  const form = new FormData();
  const texts: Record<string, string> = {};
  const isForm = images.every(([, { as }]) => as === 'bytes');
  for (const [field, image] of images) {
    if (image.as === 'text') texts[field] = image.text;
    else if (isForm) form.append(field, image.blob, field);
    else texts[field] = toBase64(new Uint8Array(await image.blob.arrayBuffer()));
  }
  return isForm ? { body: form } : { body: JSON.stringify(texts), contentType: 'application/json' };
}
