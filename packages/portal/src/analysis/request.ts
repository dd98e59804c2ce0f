import { IMAGE_ATTRIBUTES, toBase64, type ImageAttribute } from '@facet/client/responses';
import { boxText, type Box } from './box.js';

/** A call of the public API, before it is encoded as bytes or as code. */
export interface ApiRequest {
  /** POST where it is absent. */
  readonly method?: Method;
  readonly path: `/${string}`;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly images: readonly ImageField[];
  /** Further fields of a JSON body; absent: images alone, or no body. */
  readonly fields?: readonly (readonly [name: string, value: unknown])[];
  /** Beyond the API key. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** What says who calls; absent: the API key. */
  readonly auth?: 'key' | 'session' | 'none';
  /** A file that is the whole body, for the code alone. */
  readonly file?: string;
  /** Under which name a program saves the response; absent: the response is text. */
  readonly savedAs?: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const methodOf = ({ method = 'POST' }: ApiRequest): Method => method;

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

interface UrlSource {
  readonly kind: 'url';
  readonly url: string;
}

/**
 * How the images are sent: files alone as multipart, URLs as JSON. The service requires both images of a match to arrive
 * the same way, so a file next to a URL or to other fields is sent as Base64 in the same JSON.
 */
export function bodyKind({ images, fields }: ApiRequest): 'none' | 'multipart' | 'json' {
  if (images.length === 0) return fields === undefined ? 'none' : 'json';
  const filesAlone = images.every(({ source }) => source.kind === 'file');
  return filesAlone && (fields ?? []).length === 0 ? 'multipart' : 'json';
}

/** Path and query as they go over the wire; the commas of a box need no escape. */
export function requestTarget({ path, query }: ApiRequest): `/${string}` {
  if (query.length === 0) return path;
  const written = query.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  return `${path}?${written.join('&')}`;
}

/** The same for calls that must give the same response. */
export const requestKey = (request: ApiRequest): string =>
  [
    requestTarget(request),
    ...request.images.map(({ source }) => (source.kind === 'url' ? source.url : source.id)),
  ].join(' ');

const NOT_SHOWN = [
  'aligned',
  'aligned_alone',
  'vector',
  'spoof_score',
] as const satisfies readonly ImageAttribute[];

/** What the portal shows of a face beyond the specified response. */
export type ShownAttribute = Exclude<ImageAttribute, (typeof NOT_SHOWN)[number]>;
export const SHOWN_ATTRIBUTES = IMAGE_ATTRIBUTES.filter((name): name is ShownAttribute =>
  NOT_SHOWN.every((other) => other !== name),
);

/** The same as a parameter. */
export const FACE_DETAILS = SHOWN_ATTRIBUTES.join();

const imageAttributes = (image: ImageSource, query: ApiRequest['query']): ApiRequest => ({
  path: '/get_image_attr',
  query,
  images: [{ field: 'image_attr', source: image }],
});

/** Requests the specified fields and nothing more. */
export const facesRequest = (image: ImageSource): ApiRequest => imageAttributes(image, []);

/** Requests the details too; `maxFaces` limits how many faces the service returns. */
export const detailedFacesRequest = (image: ImageSource, maxFaces?: number): ApiRequest =>
  imageAttributes(image, [
    ['return_attributes', FACE_DETAILS],
    ...(maxFaces === undefined ? [] : ([['max_faces', String(maxFaces)]] as const)),
  ]);

/** The same with the vectors, so that Match, Search and Vector need no further call. */
export const ANALYSIS_DETAILS = `${FACE_DETAILS},vector`;

/** Requests the details and vectors of at most so many faces, to recognise them. */
export const recognitionRequest = (image: ImageSource, maxFaces: number): ApiRequest =>
  imageAttributes(image, [
    ['return_attributes', ANALYSIS_DETAILS],
    ['max_faces', String(maxFaces)],
  ]);

/** The one call for each photo, whichever views show it. */
export const analysisRequest = (image: ImageSource): ApiRequest =>
  imageAttributes(image, [['return_attributes', ANALYSIS_DETAILS]]);

/** Requests the vectors of these faces, in this order. */
export const vectorsRequest = (image: ImageSource, boxes: readonly Box[]): ApiRequest =>
  imageAttributes(image, [
    ...boxes.map((box) => ['bboxes', boxText(box)] as const),
    ['return_attributes', 'vector'],
  ]);

export interface ChosenFace {
  readonly image: ImageSource;
  /** null: the most prominent face. */
  readonly box: Box | null;
}

const boxQuery = (name: string, box: Box | null): ApiRequest['query'] =>
  box === null ? [] : [[name, boxText(box)]];

export const matchRequest = (first: ChosenFace, second: ChosenFace): ApiRequest => ({
  path: '/match_faces',
  query: [...boxQuery('bboxes_1', first.box), ...boxQuery('bboxes_2', second.box), ['details', '1']],
  images: [
    { field: 'img_1', source: first.image },
    { field: 'img_2', source: second.image },
  ],
});

export const vectorRequest = ({ image, box }: ChosenFace, quality: boolean): ApiRequest => ({
  path: '/get_face_vec',
  query: [...boxQuery('bboxes', box), ...(quality ? ([['quality', '1']] as const) : [])],
  images: [{ field: 'img', source: image }],
});

/** Requests the vector of an enrolment photo, under the strict check for such photos. */
export const enrolmentRequest = (image: ImageSource): ApiRequest => ({
  path: '/get_face_vec',
  query: [
    ['quality', '2'],
    ['return_attributes', 'quality'],
  ],
  images: [{ field: 'img', source: image }],
});

/** A picture that is analysed once, such as a camera frame; it needs no ID. */
export const pictureSource = (bytes: Blob, name: string): FileSource => ({
  kind: 'file',
  id: '',
  name,
  bytes,
});

/** The placeholder in the code while no photo is chosen. */
export const placeholderImage = (name: string): ImageSource => ({
  kind: 'file',
  id: name,
  name,
  bytes: new Blob(),
});

/** The body of a request: a form with files, JSON text, or none. */
export async function encodeBody(request: ApiRequest): Promise<FormData | string | null> {
  const kind = bodyKind(request);
  if (kind === 'none') return null;
  if (kind === 'multipart') return formOf(request);
  const images = await Promise.all(
    request.images.map(async ({ field, source }) => [field, await textOf(source)] as const),
  );
  return JSON.stringify(Object.fromEntries([...images, ...(request.fields ?? [])]));
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
