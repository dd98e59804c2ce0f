import type { ApiRequest, ImageField } from '../../analysis/request.js';

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

/** A string literal that Go, Java and C# read as JavaScript does. */
export const quoted = (text: string): string => JSON.stringify(text);

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

/** Whether a JSON body has a value that is neither a text nor an image. */
export const hasJson = ({ fields = [] }: ApiRequest): boolean =>
  fields.some(([, value]) => typeof value !== 'string');

/** The headers of a request, except for the type of its body. */
export const requestHeaders = (
  { withoutKey = false, headers = [] }: ApiRequest,
  apiKey: string,
): (readonly [name: string, value: string])[] => [
  ...(withoutKey ? [] : ([['x-user-id', apiKey]] as const)),
  ...headers,
];

/** The names of the files by their fields. */
export const uploads = (images: readonly ImageField[]): (readonly [field: string, name: string])[] =>
  images.flatMap(({ field, source }) => (source.kind === 'file' ? [[field, source.name] as const] : []));

export const hasFile = (images: readonly ImageField[]): boolean =>
  images.some(({ source }) => source.kind === 'file');

const SAFE = /^[\w@%+=:,./-]+$/;

/** Any text as one word of a POSIX shell. */
export const shellQuote = (text: string): string =>
  SAFE.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A `-F` value that uploads a file: curl itself wants names with , or ; in double quotes. */
export function curlFilePart(field: string, fileName: string): string {
  const plain = /^[^",;\\]+$/.test(fileName);
  const name = plain ? fileName : `"${fileName.replace(/["\\]/g, String.raw`\$&`)}"`;
  return `${field}=@${name}`;
}

/** The call for all faces of a photo as one curl command, with the API key from the environment. */
export function curlFacesCommand(url: string, fileName = 'photo.jpg'): string {
  const parts = [
    'curl -H "user_id: $API_KEY"',
    `-F ${shellQuote(curlFilePart('image_attr', fileName))}`,
    shellQuote(url),
  ];
  return parts.join(' \\\n  ');
}

interface SampleCall {
  readonly url: string;
  /** The address of a sample photo; null: there is none to download. */
  readonly sample: string | null;
  readonly apiKey: string;
}

/** A command that works when it is pasted: downloads a sample photo and sends it, with the API key itself. */
export function curlSampleCommand({ url, sample, apiKey }: SampleCall): string {
  const fileName = sample === null ? 'photo.jpg' : 'sample.jpg';
  const call = [
    `curl -H ${shellQuote(`user_id: ${apiKey}`)}`,
    `-F ${shellQuote(curlFilePart('image_attr', fileName))}`,
    shellQuote(url),
  ].join(' \\\n  ');
  return sample === null ? call : `curl -s -o ${fileName} ${shellQuote(sample)} &&\n${call}`;
}
