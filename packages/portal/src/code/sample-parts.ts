import type { ApiRequest, ImageField } from '../analysis/request.js';

export interface CodeContext {
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Stands in the code for the key of visitors, who have none yet. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

const SHOWN_PREFIX = /^[a-z]+_/;

/** Shows the prefix of a key, and hides the rest and its length; a placeholder stays. */
export const maskedKey = (apiKey: string): string =>
  apiKey === KEY_PLACEHOLDER ? apiKey : `${SHOWN_PREFIX.exec(apiKey)?.[0] ?? ''}••••••••`;

/** A text with every API key in it masked, such as the response of the account. */
export const maskedKeys = (text: string): string => text.replaceAll(/\bfct_[\w-]{16,}/g, maskedKey);

/** How a language writes the values of a JSON body. */
interface JsonWriter {
  readonly text: (text: string) => string;
  /** The Base64 of a file. */
  readonly file: (name: string) => string;
  /** Whatever is no text, from its JSON. */
  readonly json: (json: string) => string;
}

/** The fields of a JSON body, each value written by its kind. */
export const jsonFields = (
  { images, fields = [] }: ApiRequest,
  write: JsonWriter,
): (readonly [field: string, value: string])[] => [
  ...images.map(
    ({ field, source }) =>
      [field, source.kind === 'url' ? write.text(source.url) : write.file(source.name)] as const,
  ),
  ...fields.map(
    ([name, value]) =>
      [name, typeof value === 'string' ? write.text(value) : write.json(JSON.stringify(value))] as const,
  ),
];

/** The headers of a request, except for the type of its body. */
export const requestHeaders = (
  { auth = 'key', headers = [] }: ApiRequest,
  apiKey: string,
): (readonly [name: string, value: string])[] => [
  ...(auth === 'key' ? ([['x-user-id', apiKey]] as const) : []),
  ...headers,
];

/** The names of the files by their fields. */
export const uploads = (images: readonly ImageField[]): (readonly [field: string, name: string])[] =>
  images.flatMap(({ field, source }) => (source.kind === 'file' ? [[field, source.name] as const] : []));

export const hasFile = (images: readonly ImageField[]): boolean =>
  images.some(({ source }) => source.kind === 'file');
