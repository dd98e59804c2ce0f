/** A call of the public API, before it is encoded as bytes or as code. */
export interface ApiRequest {
  readonly path: OperationPath;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly images: readonly ImageField[];
}

export type OperationPath = '/get_image_attr' | '/match_faces' | '/get_face_vec';

export interface ImageField {
  readonly field: string;
  readonly source: ImageSource;
}

export type ImageSource = FileSource | UrlSource;

export interface FileSource {
  readonly kind: 'file';
  /** The same for the same photo, so that no call is made twice. */
  readonly id: string;
  readonly name: string;
  readonly bytes: Blob;
}

export interface UrlSource {
  readonly kind: 'url';
  readonly url: string;
}

/**
 * How the images are sent: only files as multipart, URLs as JSON. The service takes two images only when they
 * arrive the same way, so a file beside a URL is sent as Base64 in the same JSON.
 */
export const bodyKind = ({ images }: ApiRequest): 'multipart' | 'json' =>
  images.every(({ source }) => source.kind === 'file') ? 'multipart' : 'json';

/** Path and query as they go over the wire; the commas of a box need no escape. */
export function requestTarget({ path, query }: ApiRequest): `/${string}` {
  if (query.length === 0) return path;
  const written = query.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  return `${path}?${written.join('&')}`;
}

/** The same for calls that must give the same answer. */
export const requestKey = (request: ApiRequest): string =>
  [
    requestTarget(request),
    ...request.images.map(({ source }) => (source.kind === 'url' ? source.url : source.id)),
  ].join(' ');
