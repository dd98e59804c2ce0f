import { ServiceError } from '../../errors.js';

export type BodyType =
  { readonly kind: 'multipart' } | { readonly kind: 'json'; readonly charset: string | undefined };

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)"?/i;

/** Which of the two accepted content types a request has. */
export function bodyType(contentType: string | undefined, contentEncoding: string | undefined): BodyType {
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('content-type', 'A compressed request body is not accepted; send it as it is.');
  }
  const media = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (media === 'multipart/form-data') return { kind: 'multipart' };
  if (media === 'application/json') return { kind: 'json', charset: CHARSET.exec(contentType ?? '')?.[1] };
  throw new ServiceError('content-type');
}
